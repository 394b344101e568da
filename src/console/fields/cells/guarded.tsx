import { t } from '../../i18n/t.ts'
import type { Draw } from '../values/definition.ts'

/** A cell that cannot be drawn says so in its own place; the other rows and columns stay. */
export const guarded =
  (draw: Draw): Draw =>
  (value, row) => {
    try {
      return draw(value, row)
    } catch (cause) {
      return (
        <span role="alert" className="field-failed" title={cause instanceof Error ? cause.message : String(cause)}>
          {t('没有显示出来')}
        </span>
      )
    }
  }
