import type { FormPage } from '../../core/contract/configuration.ts'
import { t } from '../i18n/t.ts'
import type { FormController } from './editing/useFormController.ts'
import { NotDone } from './NotDone.tsx'
import { Problems } from './Problems.tsx'

/** The buttons of a form. Nothing else sends it: what a key in a field did could often not be taken back. */
export function FormActions({ page, form, blocked }: { page: FormPage; form: FormController; blocked: boolean }) {
  const last = !page.steps || form.step === page.sections.length - 1
  return (
    <footer className="form-actions">
      <Problems form={form.form} place={form.place} />
      <NotDone outcome={form.outcome} busy={form.saving} onRetry={form.save} />
      <span className="space" />
      <button type="button" className="button" onClick={form.cancel}>
        {t('取消')}
      </button>
      {page.draft && (
        <button type="button" className="button" data-guard="" onClick={() => void form.putDraft()}>
          {t('保存草稿')}
        </button>
      )}
      {page.steps && form.step > 0 && (
        <button type="button" className="button" onClick={() => form.turn(form.step - 1)}>
          {t('上一步')}
        </button>
      )}
      {last ? (
        <button
          type="button"
          className="button primary"
          data-guard=""
          disabled={form.saving || blocked}
          onClick={form.save}
        >
          {form.saving ? t('保存中…') : t(page.submit ?? '保存')}
        </button>
      ) : (
        <button type="button" className="button primary" onClick={() => form.turn(form.step + 1)}>
          {t('下一步')}
        </button>
      )}
    </footer>
  )
}
