import type { FormControlName } from '../../core/model/field/parts.ts'
import type { ControlLoader } from './values/definition.ts'

/** Controls that `control` of a form's field can select instead of the default of its kind. */
export const NAMED_CONTROLS: Record<FormControlName, ControlLoader> = {
  menus: async () => (await import('./controls/menus.tsx')).MenusControl,
  grants: async () => (await import('./controls/grants.tsx')).GrantsControl,
  checkboxes: async () => (await import('./controls/checkboxes.tsx')).CheckboxesControl,
}
