import { t } from '../../i18n/t.ts'
import type { Draw } from '../values/definition.ts'

/** Catches errors of a cell, so that the other cells are still drawn. */
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
