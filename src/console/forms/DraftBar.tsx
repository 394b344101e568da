import { minuteText } from '../fields/values/text.ts'
import { t } from '../i18n/t.ts'
import type { FormController } from './editing/useFormController.ts'

/** Messages about a restored or available draft. */
export function DraftBar({ form }: { form: FormController }) {
  if (form.offer) {
    return (
      <p className="draft" role="status">
        {t('您在 {time} 填写过这张表单，尚未保存', { time: minuteText(form.offer.savedAt) })}
        <button type="button" className="link" onClick={form.restore}>
          {t('恢复')}
        </button>
        <button type="button" className="link" onClick={form.discard}>
          {t('丢弃')}
        </button>
      </p>
    )
  }
  if (!form.restored) return null
  return (
    <p className="draft" role="status">
      {t('已恢复上次没有保存的内容')}
      <button type="button" className="link" onClick={form.discard}>
        {t('放弃草稿')}
      </button>
    </p>
  )
}
