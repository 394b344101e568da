import { Field as FieldHost, useField, useForm, observer } from '@formily/react'
import type { Field } from '@formily/core'
import { memo, useMemo, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { labelKey } from '../../../core/contract/api.ts'
import type { DictionaryEntries, FormField } from '../../../core/contract/configuration.ts'
import type { ControlProps } from '../../fields/values/definition.ts'
import { definitionOf } from '../../fields/fields.ts'
import { blank, plain } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { controlOf } from './controls.ts'
import { clearErrors } from './errors.ts'
import { FormItem } from './FormItem.tsx'
import type { Linkage } from './linkage.ts'
import { PeriodPick } from './PeriodPick.tsx'
import { lookUp, lookUpOnChange } from './lookup.ts'
import { canBeDoubtful, problemOf, warningOf } from '../../fields/values/problems.ts'
import { FieldBoundary } from '../../boundaries/FieldBoundary.tsx'

export interface FieldViewProps {
  field: FormField
  dictionaries: Record<string, DictionaryEntries>
  idPrefix: string
  linkage: Linkage
}

const NONE: DictionaryEntries = []
export const fieldId = (prefix: string, name: string): string => `${prefix}.${name}`

/** One field of a form: the form library holds its value, the field kind draws its control. */
export const FieldView = memo(function FieldView({ field, dictionaries, idPrefix, linkage }: FieldViewProps) {
  const reaction = useMemo(() => linkage.reactionOf(field), [linkage, field])
  const initial = useMemo(() => linkage.initialOf(field), [linkage, field])
  const id = fieldId(idPrefix, field.name)
  const span = field.span ?? (definitionOf(field.kind).wide ? 2 : undefined)
  return (
    <FieldHost
      name={field.name}
      title={field.label}
      {...(blank(initial) ? {} : { initialValue: initial })}
      {...(reaction ? { reactions: [reaction as never] } : {})}
      validator={{
        triggerType: 'onBlur',
        validator: (value: unknown, _rule: unknown, context: { field?: Field }) =>
          problemOf(linkage.limitsOf(field), value, isRequired(context.field)) ?? '',
      }}
      decorator={[
        FormItem,
        {
          id,
          label: field.label,
          help: field.help,
          required: field.required === true,
          span,
          ...(canBeDoubtful(field) ? { warn: (value: unknown) => warningOf(field, value) } : {}),
        },
      ]}
      component={[
        Control,
        { id, definition: field, linkage, entries: dictionaries[field.dict ?? ''] ?? NONE, dictionaries },
      ]}
    />
  )
})

const isRequired = (field: Field | undefined): boolean =>
  Boolean((field?.decoratorProps as { required?: boolean } | undefined)?.required)

type HostProps = Omit<ControlProps, 'field'> & { definition: FormField; linkage: Linkage; onBlur?: () => void }

/** An error disappears when the value changes; the field is validated again on blur. */
const Control = observer(function Control({ definition, linkage, onChange, onBlur, ...rest }: HostProps) {
  const app = useApp()
  const target = useField<Field>()
  const Drawn = controlOf(definition)
  const change = (value: unknown) => {
    if (target.selfErrors.length) clearErrors(target)
    onChange?.(value)
    if (definition.lookup && !definition.lookup.label) void lookUpOnChange(app, target.form, definition)
  }
  return (
    <span className={definition.until === undefined ? 'control' : 'control with-period'} onBlur={onBlur}>
      <FieldBoundary>
        <Drawn
          {...rest}
          {...(definition.kind === 'ref'
            ? { named: plain((target.form.values as Record<string, unknown>)[labelKey(definition.name)]) }
            : {})}
          {...(definition.rule?.kind === undefined
            ? {}
            : { over: (target.form.values as Record<string, unknown>)[definition.rule.kind] })}
          field={linkage.limitsOf(definition)}
          disabled={target.disabled}
          status={target.selfErrors.length ? 'error' : undefined}
          onChange={change}
        />
      </FieldBoundary>
      {definition.lookup?.label && <Lookup field={definition} />}
      {definition.until !== undefined && (
        <PeriodPick
          field={linkage.limitsOf(definition) as FormField}
          until={definition.until}
          disabled={target.disabled === true}
        />
      )}
    </span>
  )
})

function Lookup({ field }: { field: FormField }) {
  const app = useApp()
  const form = useForm()
  const target = useField<Field>()
  const [busy, setBusy] = useState(false)
  const ask = () => {
    setBusy(true)
    void lookUp(app, form, target, field).finally(() => setBusy(false))
  }
  return (
    <button type="button" className="button lookup" disabled={busy || target.disabled} onClick={ask}>
      {busy ? t('查询中…') : t(field.lookup?.label ?? '查询')}
    </button>
  )
}
