import { setValidateLanguage } from '@formily/core'
import { FormProvider } from '@formily/react'
import { Suspense, useCallback, useDeferredValue, useEffect, useId, useState } from 'react'
import type { Row } from '../../core/contract/api.ts'
import type { DetailPage, FormField, FormPage, Section } from '../../core/contract/configuration.ts'
import { t } from '../i18n/t.ts'
import { LoadError } from '../pages/parts/ListStates.tsx'
import type { ViewProps } from '../pages/parts/view.ts'
import { NoRecord } from '../pages/parts/NoRecord.tsx'
import { PageHead } from '../pages/parts/PageHead.tsx'
import { About } from '../pages/parts/About.tsx'
import { recordTitle } from '../pages/parts/recordTitle.ts'
import { standingOf } from '../pages/parts/standing.ts'
import { Antd } from '../theme/Antd.tsx'
import { Beside } from './Beside.tsx'
import { loadControls } from './fields/controls.ts'
import { DraftBar } from './DraftBar.tsx'
import { FieldView } from './fields/FieldView.tsx'
import { FormActions } from './FormActions.tsx'
import { Steps } from './Steps.tsx'
import { useFormController, type FormController } from './editing/useFormController.ts'
import { useReadiness } from './editing/useReadiness.ts'
import './form.css'
import { lazyPart } from '../boundaries/lazyPart.ts'

setValidateLanguage('zh-CN')

const ConflictDialog = lazyPart(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog }))

export const prepareForm = (page: FormPage): Promise<void> =>
  loadControls(page.sections.flatMap(section => section.fields))

export function FormView({ page, search }: ViewProps<FormPage>) {
  const form = useFormController(page, search)
  return (
    <section className="page form">
      <PageHead page={page}>
        <button type="button" className="link back" onClick={form.cancel}>
          {t('返回')}
        </button>
      </PageHead>
      {form.status === 'missing' && <NoRecord entity={page.entity} onBack={form.cancel} />}
      {form.status === 'error' && <LoadError what={t(page.entity.label)} error={form.error} onRetry={form.retry} />}
      {form.status === 'loading' && (
        <div className="skeleton" aria-busy="true">
          {Array.from({ length: 8 }, (_, i) => (
            <span key={i} />
          ))}
        </div>
      )}
      {form.status === 'ready' && <Body page={page} form={form} />}
      {form.conflict && (
        <Suspense fallback={null}>
          <ConflictDialog
            page={page}
            conflict={form.conflict}
            values={form.form.values as Record<string, unknown>}
            onSolve={form.solve}
            onClose={form.closeConflict}
          />
        </Suspense>
      )}
    </section>
  )
}

function Body({ page, form }: { page: FormPage; form: FormController }) {
  const { ready } = form
  // what lies below the first screen is drawn after it, in slices: the page answers meanwhile
  const drawn = useDeferredValue(page.sections.length, 1)
  const isWhole = drawn >= page.sections.length
  // by now the fields have their default values, which count as unchanged
  useEffect(() => {
    if (isWhole) ready()
  }, [isWhole, ready])
  const blockedReason = useReadiness(page)
  const [beside, setBeside] = useState<{ page: DetailPage; row: Row } | undefined>()
  const { takeOver } = form
  const onRecord = useCallback(
    (row: Row, of: DetailPage) => {
      takeOver(row)
      setBeside({ page: of, row })
    },
    [takeOver],
  )
  const about = form.record ? { page, row: form.record } : beside
  return (
    // no <form>: in one, Enter in any of its controls would send it
    <div role="form" aria-label={t(page.title)} className="form-body">
      {page.steps && <Steps page={page} step={form.step} onTurn={form.turn} />}
      {about && <About name={recordTitle(about.page, about.row)} standing={standingOf(about.page)} row={about.row} />}
      <div className={page.beside ? 'form-scroll with-beside' : 'form-scroll'}>
        <div>
          {blockedReason && (
            <p className="draft blocked" role="alert">
              {t(blockedReason)}
            </p>
          )}
          <DraftBar form={form} />
          <Antd>
            <FormProvider form={form.form}>
              <div className="record-card">
                {page.sections.slice(0, drawn).map((section, i) => (
                  <SectionView
                    key={section.name}
                    section={section}
                    page={page}
                    form={form}
                    hidden={page.steps && i !== form.step}
                  />
                ))}
              </div>
            </FormProvider>
          </Antd>
        </div>
        <Beside page={page} form={form.form} own={form.recordKey} onRecord={onRecord} />
      </div>
      <FormActions page={page} form={form} blocked={blockedReason !== undefined} />
    </div>
  )
}

function SectionView({
  section,
  page,
  form,
  hidden,
}: {
  section: Section<FormField>
  page: FormPage
  form: FormController
  hidden: boolean
}) {
  const id = useId()
  const fields = section.fields.filter(({ name }) => name !== form.told)
  if (fields.length === 0) return null
  return (
    <section className="panel" aria-labelledby={id} hidden={hidden}>
      <h2 id={id}>
        {t(section.label)}
        {section.help && <small>{t(section.help)}</small>}
      </h2>
      <div className={'form-grid'}>
        {fields.map(field => (
          <FieldView
            key={field.name}
            field={field}
            dictionaries={page.dictionaries}
            idPrefix={form.idPrefix}
            linkage={form.linkage}
          />
        ))}
      </div>
    </section>
  )
}
