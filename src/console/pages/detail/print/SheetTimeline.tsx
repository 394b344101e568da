import { minuteText, plain } from '../../../fields/values/text.ts'
import { fileName, filesOf } from '../../../fields/values/files.ts'
import { joinNames, t } from '../../../i18n/t.ts'
import { useTimeline, type TimelineProps } from '../tabs/TimelineView.tsx'

interface Change {
  label: string
  before: string
  after: string
}
const factsOf = (value: unknown): { label: string; value: string }[] =>
  Array.isArray(value) ? (value as { label: string; value: string }[]) : []
const words = (value: unknown): string =>
  Array.isArray(value)
    ? (value as Change[])
        .map(({ label, before, after }) => `${t(label)}：${before || '–'} → ${after || '–'}`)
        .join('；')
    : t(plain(value))

/** The timeline in print: oldest first, as paper files are read. */
export function SheetTimeline(props: TimelineProps) {
  const { entries } = useTimeline(props)
  const { label, time, title, person, facts, files, text } = props.timeline
  if (!entries || entries.length === 0) return null
  return (
    <section>
      <h3>{t(label)}</h3>
      <table className="sub-table">
        <thead>
          <tr>
            <th scope="col">{t('时间')}</th>
            <th scope="col">{t('事项')}</th>
            <th scope="col">{t('经办人')}</th>
            <th scope="col">{t('说明')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.toReversed().map((entry, i) => (
            <tr key={i}>
              <td>{minuteText(entry[time])}</td>
              <td>{t(plain(entry[title]))}</td>
              <td>{person ? plain(entry[person]) : ''}</td>
              <td>
                {facts && factsOf(entry[facts]).map(one => <p key={one.label}>{`${t(one.label)}：${t(one.value)}`}</p>)}
                {text && entry[text] ? <p className="long">{words(entry[text])}</p> : null}
                {files && entry[files] ? (
                  <p>{`${t('材料')}：${joinNames(filesOf(entry[files]).map(fileName))}`}</p>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
