import { useMemo } from 'react'
import { useApp } from '../../../app/useApp.ts'
import type { ConsoleApp } from '../../../app/app.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { DetailPage, Timeline } from '../../../../core/contract/configuration.ts'
import { currentConfig } from '../../../data/config/config.ts'
import { evaluate } from '../../../data/config/expressions.ts'
import { useCall } from '../../../data/http/query.ts'
import { RecordLink } from '../../../fields/cells/cells.tsx'
import { shownFiles } from '../../../fields/cells/descriptions.tsx'
import { urlOfRecord } from '../../../fields/pointing.ts'
import { minuteText, plain } from '../../../fields/values/text.ts'
import { t } from '../../../i18n/t.ts'
import { expressionScope } from '../../../data/config/scope.ts'
import { NotRead } from '../../parts/NotRead.tsx'

interface Named {
  entity: string
  key: string
}
interface Change {
  label: string
  before: string
  after: string
  beforeRecord?: Named
  afterRecord?: Named
}
type Answer = Row[] | { list: Row[] }

export interface TimelineProps {
  page: DetailPage
  timeline: Timeline
  row: Row
}

/** Shared by screen and print through the cache, so that printing sends no further request. */
export function useTimeline({ page, timeline, row }: TimelineProps) {
  const app = useApp()
  const args = useMemo(() => argsOf(app, page, timeline, row), [app, page, timeline, row])
  const { data, error, mutate } = useCall<Answer>(timeline.source, args)
  return { entries: Array.isArray(data) ? data : data?.list, error, mutate }
}

/** The history of the record, newest first. If it fails, the rest of the page is unaffected. */
export function TimelineView({ page, timeline, row }: TimelineProps) {
  const { entries, error, mutate } = useTimeline({ page, timeline, row })
  return (
    <aside className="panel timeline" aria-label={t(timeline.label)}>
      <h2>{t(timeline.label)}</h2>
      {!entries && error && <NotRead what={t(timeline.label)} error={error} onRetry={() => void mutate()} />}
      {entries?.length === 0 && <p className="weak">{t('没有记录')}</p>}
      {entries && entries.length > 0 && (
        <ol>
          {entries.map((entry, i) => (
            <Entry
              key={`${plain(entry[timeline.time])} ${i}`}
              entry={entry}
              timeline={timeline}
              alone={entries.length === 1}
            />
          ))}
        </ol>
      )}
    </aside>
  )
}

function argsOf(app: ConsoleApp, page: DetailPage, timeline: Timeline, row: Row): Row {
  const key = page.entity.key
  if (!timeline.args) return { [key]: row[key] }
  return Object.fromEntries(
    Object.entries(timeline.args).map(([name, text]) => [
      name,
      evaluate(text, page.route, { ...expressionScope(app), row }),
    ]),
  )
}

function Entry({
  entry,
  timeline: { time, title, person, facts, files, text },
  alone,
}: {
  entry: Row
  timeline: Timeline
  alone: boolean
}) {
  return (
    <li>
      <p>
        <b>{t(plain(entry[title]))}</b>
        {person && <span className="weak">{plain(entry[person])}</span>}
      </p>
      <time className="num weak">{minuteText(entry[time])}</time>
      {facts && <Facts value={entry[facts]} />}
      {text && <Words value={entry[text]} open={alone} />}
      {files && entry[files] ? <Files value={entry[files]} /> : null}
    </li>
  )
}

interface Fact {
  label: string
  value: string
  record?: Named
}

/** A value, as a link where it names a record that this user has a page for. */
function Value({ text, record }: { text: string; record: Named | undefined }) {
  const app = useApp()
  const url = record && urlOfRecord(app, record)
  return url === undefined ? text : <RecordLink url={url} text={text} />
}

/** What was decided and filled in, each whole. */
function Facts({ value }: { value: unknown }) {
  const facts = Array.isArray(value) ? (value as Fact[]) : []
  if (facts.length === 0) return null
  return (
    <dl className="facts">
      {facts.map(({ label, value: said, record }) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>
            <Value text={t(said)} record={record} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Files({ value }: { value: unknown }) {
  const app = useApp()
  const { fileBase } = currentConfig(app).manifest.app.api
  return <div className="papers">{shownFiles({ kind: 'file', label: t('材料') }, { fileBase }, value)}</div>
}

const FOLDED = 3

/** A text, or a list of changes: label, before, after. Long lists are folded if other entries follow. */
function Words({ value, open }: { value: unknown; open: boolean }) {
  if (!Array.isArray(value)) return value ? <p className="long">{t(plain(value))}</p> : null
  const changes = value as Change[]
  if (changes.length === 0) return null
  const list = (some: Change[]) => (
    <ul>
      {some.map(one => (
        <li key={one.label}>
          <ChangeView change={one} />
        </li>
      ))}
    </ul>
  )
  if (changes.length <= FOLDED) return list(changes)
  return (
    <details open={open}>
      <summary>{t('修改了 {n} 项', { n: changes.length })}</summary>
      {list(changes)}
    </details>
  )
}

const ChangeView = ({ change: { label, before, after, beforeRecord, afterRecord } }: { change: Change }) => (
  <>
    {t(label)}：<s className="weak">{before ? <Value text={t(before)} record={beforeRecord} /> : '–'}</s> →{' '}
    {after ? <Value text={t(after)} record={afterRecord} /> : '–'}
  </>
)
