import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'

/** What stands in a control that is empty; nothing where it cannot be used. */
export const hint = ({ label }: FieldFacts, disabled: boolean | undefined): string =>
  disabled ? '' : t('请输入{name}', { name: t(label) })
export const pickHint = ({ label }: FieldFacts, disabled: boolean | undefined): string =>
  disabled ? '' : t('请选择{name}', { name: t(label) })

export const invalid = (status: ControlProps['status']): true | undefined => (status === 'error' ? true : undefined)
