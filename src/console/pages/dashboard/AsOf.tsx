import { t } from '../../i18n/t.ts'
import type { Board } from './useBoard.ts'

const MINUTES = 16

/** Until when the numbers are; after a renewal that failed, that they are those of before, and why. */
export function AsOf({ board: { answer, error } }: { board: Board }) {
  // keeps its room, so that nothing beside it moves when the numbers come
  if (!answer) return <span className="weak board-as-of" />
  return (
    <>
      {error && (
        <span className="board-late" role="status" title={error.message}>
          {t('没有更新')}
        </span>
      )}
      <span className="weak board-as-of">{t('数据截至 {time}', { time: answer.asOf.slice(0, MINUTES) })}</span>
    </>
  )
}
