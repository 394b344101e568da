import { minuteText, plain } from '../../../fields/values/text.ts'
import { t } from '../../../i18n/t.ts'
import { useTimeline, type TimelineProps } from '../tabs/TimelineView.tsx'

interface Change {
  label: string
  before: string
  after: string
}
const words = (value: unknown): string =>
  Array.isArray(value)
    ? (value as Change[])
        .map(({ label, before, after }) => `${t(label)}：${before || '–'} → ${after || '–'}`)
        .join('；')
    : t(plain(value))

/** The timeline in print: oldest first, as paper files are read. */
export function SheetTimeline(props: TimelineProps) {
  const { entries } = useTimeline(props)
  const { label, time, title, person, text } = props.timeline
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
              <td>{text ? words(entry[text]) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
