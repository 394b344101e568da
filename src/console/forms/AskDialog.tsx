import { createForm, onFieldInputValueChange, type Form } from '@formily/core'
import { FormProvider } from '@formily/react'
import Button from 'antd/es/button'
import Modal, { type ModalProps } from 'antd/es/modal'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Row } from '../../core/contract/api.ts'
import type { ConsoleApp } from '../app/app.ts'
import { useApp } from '../app/useApp.ts'
import { t } from '../i18n/t.ts'
import type { AskSpec } from '../feedback/dialogs.ts'
import { isGoing } from '../fields/values/files.ts'
import { blank } from '../fields/values/text.ts'
import { tabs } from '../navigation/tabs.ts'
import { About } from '../pages/parts/About.tsx'
import { useGuardedClose } from '../navigation/useUnsaved.ts'
import { Antd } from '../theme/Antd.tsx'
import { SIZE } from '../theme/scale.ts'
import { loadControls } from './fields/controls.ts'
import { fieldId, FieldView } from './fields/FieldView.tsx'
import { linkageOf } from './fields/linkage.ts'
import { createChanges } from './editing/changes.ts'
import { submitForm, type Outcome } from './editing/submit.ts'
import { AskBeside } from './AskBeside.tsx'
import { AskPick } from './AskPick.tsx'
import { NotDone } from './NotDone.tsx'
import { Problems } from './Problems.tsx'
import './form.css'

export const prepareAsk = (spec: AskSpec): Promise<void> => loadControls(spec.fields)

/** up to this number fields are in one column */
const FEW = 6
/** fields to focus first; not a calendar, which would open over the dialog */
const FILLABLE = ':is(input, textarea):not(:disabled, [type=hidden], :is(.ant-picker, .touch.date) input)'

/** Whether something was typed or chosen in the dialog; what it began with, or a call has answered, is not. */
function useChanges(form: Form, { later }: AskSpec): () => boolean {
  const [changes] = useState(() => createChanges(() => form))
  useEffect(() => {
    changes.settle()
    form.addEffects('changes', () =>
      onFieldInputValueChange('*', ({ path }) => changes.touch(String(path.segments[0]))),
    )
    return () => form.removeEffects('changes')
  }, [form, changes])
  // fills in what a call answers, unless its field has been filled in meanwhile
  useEffect(() => {
    let live = true
    void later?.then(found => {
      const values = form.values as Row
      const open = Object.entries(found).filter(([name]) => blank(values[name]))
      if (!live) return
      form.setValues(Object.fromEntries(open), 'merge')
      changes.settleRest()
    })
    return () => {
      live = false
    }
  }, [form, changes, later])
  return changes.is
}

/** A dialog belongs to the page that it was opened on. */
function useOtherPage(app: ConsoleApp, onClose: () => void): void {
  const { subscribe, state } = tabs(app)
  const active = useSyncExternalStore(subscribe, () => state().active)
  const [first] = useState(active)
  useEffect(() => {
    if (active !== first) onClose()
  }, [active, first, onClose])
}

interface FooterProps {
  form: Form
  spec: AskSpec
  fields: AskSpec['fields']
  busy: boolean
  onFurther: () => void
}

/** As of a form: what is left to mend at the left, the act at the far right. */
const footerOf =
  ({ form, spec: { further }, fields, busy, onFurther }: FooterProps): ModalProps['footer'] =>
  (_drawn, { OkBtn, CancelBtn }) => (
    <div className="ask-actions">
      <Problems form={form} place={{ fields, idPrefix: 'ask' }} />
      <span className="space" />
      <CancelBtn />
      {further && (
        <Button disabled={busy} onClick={onFurther}>
          {further.label}
        </Button>
      )}
      <OkBtn />
    </div>
  )

/** A dialog with fields, shown before a call; stays open with errors until the call has succeeded. */
export function AskDialog({ spec, onClose }: { spec: AskSpec; onClose: () => void }) {
  const app = useApp()
  const form = useMemo(() => createForm(spec.values ? { values: { ...spec.values } } : {}), [spec])
  // of records that exist, what is not picked stays as it is
  const linkage = useMemo(
    () => linkageOf(app, () => form, spec.fields, { record: spec.record, isNew: spec.pick !== true }),
    [app, form, spec],
  )
  const [picked, setPicked] = useState<readonly string[]>([])
  const fields = useMemo(
    () => (spec.pick ? spec.fields.filter(({ name }) => picked.includes(name)) : spec.fields),
    [spec, picked],
  )
  const [busy, setBusy] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const isLong = spec.pick === true || fields.length > FEW
  const [outcome, setOutcome] = useState<Outcome | undefined>()
  const isFilled = useChanges(form, spec)
  const isLoading = () => spec.fields.some(({ name }) => isGoing(app, fieldId('ask', name)))
  const close = useGuardedClose(() => picked.length > 0 || isFilled() || isLoading(), onClose)
  useOtherPage(app, onClose)
  const ok = async (isFurther = false) => {
    setBusy(true)
    const outcome = await submitForm(app, form, { fields, idPrefix: 'ask' }, spec.submit)
    setBusy(false)
    setOutcome(outcome)
    if (outcome.is !== 'done') return
    onClose()
    if (isFurther) spec.further?.go()
  }
  return (
    <Antd>
      <Modal
        open
        title={spec.title}
        okText={spec.ok}
        cancelText={t('取消')}
        confirmLoading={busy}
        onCancel={close}
        onOk={() => void ok()}
        maskClosable={false}
        okButtonProps={{ danger: spec.danger ?? false, disabled: spec.pick === true && fields.length === 0 }}
        footer={footerOf({ form, spec, fields, busy, onFurther: () => void ok(true) })}
        destroyOnHidden
        width={SIZE[spec.beside ? 'w-dialog-xl' : isLong ? 'w-dialog-l' : 'w-dialog-m']}
        style={{ top: isLong || spec.beside ? SIZE['h-header'] : 2 * SIZE['h-header'] }}
        afterOpenChange={open => {
          if (open) body.current?.querySelector<HTMLElement>(FILLABLE)?.focus({ preventScroll: true })
        }}
      >
        <div className={spec.beside ? 'ask-body with-beside' : 'ask-body'} ref={body}>
          {spec.pick && <AskPick fields={spec.fields} picked={picked} onPick={setPicked} />}
          {spec.standing && spec.record && <About standing={spec.standing} row={spec.record} />}
          {spec.text && <p className="ask-text">{spec.text}</p>}
          <FormProvider form={form}>
            <div className={isLong ? 'form-grid' : 'form-grid one'}>
              {fields.map(field => (
                <FieldView
                  key={field.name}
                  field={field}
                  dictionaries={spec.dictionaries}
                  idPrefix="ask"
                  linkage={linkage}
                />
              ))}
            </div>
          </FormProvider>
          <NotDone outcome={outcome} busy={busy} onRetry={() => void ok()} />
          {spec.beside && <AskBeside beside={spec.beside} />}
        </div>
      </Modal>
    </Antd>
  )
}
