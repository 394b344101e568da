import { setValidateLanguage } from '@formily/core'
import { FormProvider } from '@formily/react'
import { useId } from 'react'
import type { FormField, FormPage, Section } from '../../core/contract/configuration.ts'
import { t } from '../i18n/t.ts'
import { LoadError } from '../pages/list/ListStates.tsx'
import type { ViewProps } from '../pages/list/ListView.tsx'
import { PageHead } from '../pages/PageHead.tsx'
import { Antd } from '../theme/Antd.tsx'
import { loadControls } from './controls.ts'
import { FieldView } from './FieldView.tsx'
import { useFormController, type FormController } from './useFormController.ts'
import './form.css'

setValidateLanguage('zh-CN')

export const prepareForm = (page: FormPage): Promise<void> => loadControls(page.sections.flatMap((section) => section.fields))

export function FormView({ page, search }: ViewProps<FormPage>) {
  const form = useFormController(page, search)
  return (
    <section className="page form">
      <PageHead page={page}><button type="button" className="link back" onClick={form.cancel}>{t('返回')}</button></PageHead>
      {form.status === 'error' && <LoadError what={t(page.entity.label)} error={form.error} onRetry={form.retry} />}
      {form.status === 'loading' && <div className="skeleton" aria-busy="true">{Array.from({ length: 8 }, (_, i) => <span key={i} />)}</div>}
      {form.status === 'ready' && <Body page={page} form={form} />}
    </section>
  )
}

function Body({ page, form }: { page: FormPage; form: FormController }) {
  return (
    <form className="form-body" noValidate onSubmit={(event) => { event.preventDefault(); form.save() }}>
      <div className="form-scroll">
        {form.restored && (
          <p className="draft" role="status">{t('已恢复上次没有保存的内容')}<button type="button" className="link" onClick={form.discard}>{t('放弃草稿')}</button></p>
        )}
        <Antd><FormProvider form={form.form}>
          {page.sections.map((section) => <SectionView key={section.name} section={section} page={page} form={form} />)}
        </FormProvider></Antd>
      </div>
      <footer className="form-actions">
        <button type="submit" className="button primary" disabled={form.saving}>{form.saving ? t('保存中…') : t('保存')}</button>
        <button type="button" className="button" onClick={form.cancel}>{t('取消')}</button>
      </footer>
    </form>
  )
}

function SectionView({ section, page, form }: { section: Section<FormField>; page: FormPage; form: FormController }) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t(section.label)}{section.help && <small>{t(section.help)}</small>}</h2>
      <div className="form-grid">
        {section.fields.map((field) => (
          <FieldView key={field.name} field={field} dictionaries={page.dictionaries} idPrefix={form.idPrefix} reaction={form.reactions.get(field.name)} />
        ))}
      </div>
    </section>
  )
}
