import { chinaDay } from '../../i18n/day.ts'
import { t } from '../../i18n/t.ts'
import type { Board } from './useBoard.ts'

const MINUTES = 16
const DAY = 10
/** Beside a clock the day is said only where it is another one. */
const hourOf = (time: string): string => time.slice(time.slice(0, DAY) === chinaDay() ? DAY + 1 : 0, MINUTES)

/** Until when the numbers are; after a renewal that failed, that they are those of before, and why. */
export function AsOf({ board: { answer, error }, onWall = false }: { board: Board; onWall?: boolean }) {
  // keeps its room, so that nothing beside it moves when the numbers come
  if (!answer) return <span className="weak board-as-of" />
  return (
    <>
      {error && (
        <span className="board-late" role="status" title={error.message}>
          {t('没有更新')}
        </span>
      )}
      <span className="weak board-as-of">
        {t('数据截至 {time}', { time: onWall ? hourOf(answer.asOf) : answer.asOf.slice(0, MINUTES) })}
      </span>
    </>
  )
}
