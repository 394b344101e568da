import { useEffect, useMemo, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { EMPTY } from '../../fields/cells/cells.tsx'
import { Limit } from '../../fields/cells/limit.tsx'
import { numberText } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { useGo } from '../../navigation/navigation.ts'
import { NotRead } from '../parts/NotRead.tsx'
import { useTodos, type Todo } from './todos.ts'
import { countsOf, worksOf, type Work, type WorkCount } from './worklist.ts'
import './worklist.css'

/** All that waits for the user in one list, the most urgent first, with one button that opens the first of it. */
export function Worklist({ first, turn = 0 }: { first?: number | undefined; turn?: number }) {
  const app = useApp()
  const { to } = useGo()
  const { read, again } = useTodos(first)
  const [chosen, setChosen] = useState<string>()
  useEffect(() => {
    if (turn > 0) again()
    // `again` is made anew with each drawing
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [turn])
  const { fileBase } = currentConfig(app).manifest.app.api
  const works = useMemo(
    () => worksOf(read?.todos ?? [], ({ page }) => ({ dictionaries: page.dictionaries, fileBase })),
    [read, fileBase],
  )
  if (!read) return <Waiting />
  const counts = countsOf(works, read.todos)
  const isKnown = read.todos.some(({ url }) => url === chosen)
  const shown = isKnown ? works.filter(({ todo }) => todo.url === chosen) : works
  return (
    <div className="worklist">
      {!read.whole && <NotRead what={t('待办')} onRetry={again} />}
      <div className="worklist-head">
        <p>{summaryOf(counts)}</p>
        <button
          type="button"
          className="button primary"
          disabled={shown.length === 0}
          onClick={() => shown[0] && to(shown[0].url)}
        >
          {t('办理下一件')}
        </button>
      </div>
      <Counters counts={counts} chosen={isKnown ? chosen : undefined} onChoose={setChosen} />
      {read.whole && works.length === 0 ? (
        <p className="board-state none">{t('没有待办的事项。')}</p>
      ) : (
        <Works works={shown} go={to} />
      )}
      <More counts={counts} chosen={isKnown ? chosen : undefined} go={to} />
    </div>
  )
}

/** Lines where the rows will stand. */
const LINES = 8

function Waiting() {
  return (
    <ol className="worklist-rows worklist-wait" aria-label={t('正在读取')}>
      {Array.from({ length: LINES }, (_, line) => (
        <li key={line}>
          <span />
          <span />
          <span />
        </li>
      ))}
    </ol>
  )
}

const sum = (counts: readonly WorkCount[], of: (count: WorkCount) => number): number =>
  counts.reduce((all, count) => all + of(count), 0)

/** What is wrong or due is said first. */
function summaryOf(counts: readonly WorkCount[]) {
  const [late, soon] = [sum(counts, count => count.late), sum(counts, count => count.soon)]
  return (
    <>
      {late > 0 && <b className="worklist-late">{t('已超期 {n} 件', { n: late })}</b>}
      {soon > 0 && <span className="worklist-soon">{t('3 个工作日内到期 {n} 件', { n: soon })}</span>}
      {late + soon === 0 && <span className="weak">{t('按期限排序')}</span>}
    </>
  )
}

interface Choosing {
  counts: WorkCount[]
  chosen: string | undefined
}

function Counters({ counts, chosen, onChoose }: Choosing & { onChoose: (url: string | undefined) => void }) {
  if (counts.length === 0) return null
  return (
    <div className="worklist-counts" role="group" aria-label={t('按种类筛选')}>
      {counts.map(({ todo, name, total, late, soon }) => {
        const isOn = todo.url === chosen
        return (
          <button
            key={todo.url}
            type="button"
            aria-pressed={isOn}
            title={`${t(todo.page.title)} · ${t(todo.tab.label)}`}
            onClick={() => onChoose(isOn ? undefined : todo.url)}
          >
            <span className="weak">{name}</span>
            <b className="num">
              {numberText(total)}
              {todo.capped && '+'}
            </b>
            <Note {...{ todo, name, late, soon }} />
          </button>
        )
      })}
    </div>
  )
}

function Note({ todo, name, late, soon }: Pick<WorkCount, 'todo' | 'name' | 'late' | 'soon'>) {
  const more = late === todo.rows.length && todo.total > late ? '+' : ''
  if (late > 0) return <small className="worklist-late">{t('超期 {n}', { n: `${late}${more}` })}</small>
  if (soon > 0) return <small className="worklist-soon">{t('3 日内到期 {n}', { n: soon })}</small>
  return name === t(todo.page.title) ? <small className="weak">{t(todo.tab.label)}</small> : null
}

type Go = (url: string) => void

function Works({ works, go }: { works: Work[]; go: Go }) {
  return (
    <ol className="worklist-rows">
      {works.map(work => (
        <li key={`${work.todo.url} ${work.key}`} className={work.limit?.tone === 'error' ? 'late' : undefined}>
          <span className="worklist-limit">{work.limit ? <Limit said={work.limit} /> : EMPTY}</span>
          <span className="worklist-name">
            <a
              href={work.url}
              title={work.title}
              onClick={event => {
                event.preventDefault()
                go(work.url)
              }}
            >
              {work.title}
            </a>
            <small className="weak">{[t(work.todo.page.title), work.about].filter(Boolean).join(' · ')}</small>
          </span>
          <span className="worklist-state weak">{work.state}</span>
          <button type="button" className="button" onClick={() => go(work.url)}>
            {work.step}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Lists with more than was read lead on to all of it. */
function More({ counts, chosen, go }: Choosing & { go: Go }) {
  const fuller = counts.filter(
    ({ todo }) => todo.total > todo.rows.length && (chosen === undefined || todo.url === chosen),
  )
  if (fuller.length === 0) return null
  return (
    <p className="worklist-more">
      {fuller.map(({ todo }) => (
        <a
          key={todo.url}
          href={todo.url}
          onClick={event => {
            event.preventDefault()
            go(todo.url)
          }}
        >
          {moreOf(todo)}
        </a>
      ))}
    </p>
  )
}

const moreOf = ({ page, total, capped }: Todo): string =>
  t('{name} 全部 {n} 条', { name: t(page.title), n: `${numberText(total)}${capped ? '+' : ''}` })
