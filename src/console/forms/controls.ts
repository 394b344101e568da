import type { ComponentType } from 'react'
import type { FieldFacts } from '../../core/contract/configuration.ts'
import type { FieldKind } from '../../core/model/documents.ts'
import type { ControlProps } from '../fields/definition.ts'
import { definitionOf } from '../fields/fields.ts'

const loaded = new Map<FieldKind, ComponentType<ControlProps>>()

/** A form is drawn when all its controls are here, so that nothing moves under the user's hands. */
export async function loadControls(fields: FieldFacts[]): Promise<void> {
  await Promise.all([...new Set(fields.map((field) => field.kind))].map(async (kind) => {
    if (!loaded.has(kind)) loaded.set(kind, await definitionOf(kind).formControl())
  }))
}

export function controlOf(kind: FieldKind): ComponentType<ControlProps> {
  const control = loaded.get(kind)
  if (!control) throw new Error(`No control for ${kind}`)
  return control
}
