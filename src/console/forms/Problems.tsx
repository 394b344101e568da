import type { Form } from '@formily/core'
import { observer } from '@formily/react'
import { t } from '../i18n/t.ts'
import { focusFirst, type Place } from './editing/submit.ts'
import { invalidOf } from './fields/errors.ts'

/** How many fields still have to be mended, and a way to the first of them: it may be out of sight. */
export const Problems = observer(function Problems({ form, place }: { form: Form; place: Place }) {
  const count = invalidOf(form, place.fields).length
  if (count === 0) return null
  return (
    <span className="problems">
      {t('还有 {n} 项要改', { n: count })}
      <button type="button" className="link" onClick={() => focusFirst(form, place)}>
        {t('去第一项')}
      </button>
    </span>
  )
})
