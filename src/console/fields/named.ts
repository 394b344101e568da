import type { FormControlName } from '../../core/model/field/parts.ts'
import type { ControlLoader } from './values/definition.ts'

/** Controls that a form's field names (`control`) where the one of its kind will not do. */
export const NAMED_CONTROLS: Record<FormControlName, ControlLoader> = {
  menus: async () => (await import('./controls/menus.tsx')).MenusControl,
  checkboxes: async () => (await import('./controls/checkboxes.tsx')).CheckboxesControl,
}
