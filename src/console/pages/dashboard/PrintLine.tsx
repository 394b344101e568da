import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import { usePrintTime } from './usePrintTime.ts'
import type { Board } from './useBoard.ts'

const MINUTES = 16

/** On paper nobody can ask: which area, which days, until when, and who printed it when. */
export function PrintLine({ board: { state, answer } }: { board: Board }) {
  const app = useApp()
  const time = usePrintTime()
  if (!answer) return null
  const area = answer.areas.at(-1)
  const name = currentConfig(app).boot?.user.nickName ?? ''
  return (
    <p className="board-print">
      {area && <span>{t('地区：{name}', { name: t(area.name) })}</span>}
      {answer.unit && <span>{t('单位：{name}', { name: t(answer.unit.name) })}</span>}
      {answer.record && <span>{t('只看 {name}', { name: answer.record.name })}</span>}
      {state.period && (
        <span>{t('统计周期：{start} 至 {end}', { start: state.period.start, end: state.period.end })}</span>
      )}
      <span>{t('数据截至 {time}', { time: answer.asOf.slice(0, MINUTES) })}</span>
      <span>{t('打印人：{name}　打印时间：{time}', { name, time: time.slice(0, MINUTES) })}</span>
    </p>
  )
}
