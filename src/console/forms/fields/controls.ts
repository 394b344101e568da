import type { ComponentType } from 'react'
import type { FieldFacts, FormField } from '../../../core/contract/configuration.ts'
import type { ControlProps } from '../../fields/values/definition.ts'
import { definitionOf } from '../../fields/fields.ts'
import { NAMED_CONTROLS } from '../../fields/named.ts'

type Drawn = Pick<FormField, 'kind' | 'control'>
const nameOf = ({ kind, control }: Drawn): string => control ?? kind
const loaded = new Map<string, ComponentType<ControlProps>>()

/** Loads all controls before the form is drawn, so that nothing moves while the user fills it in. */
export async function loadControls(fields: (FieldFacts & Drawn)[]): Promise<void> {
  const wanted = new Map(fields.map(field => [nameOf(field), field]))
  await Promise.all(
    [...wanted].map(async ([name, { kind, control }]) => {
      if (!loaded.has(name))
        loaded.set(name, await (control ? NAMED_CONTROLS[control] : definitionOf(kind).formControl)())
    }),
  )
}

export function controlOf(field: Drawn): ComponentType<ControlProps> {
  const control = loaded.get(nameOf(field))
  if (!control) throw new Error(`No control for ${nameOf(field)}`)
  return control
}
