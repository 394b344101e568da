import { t } from '../../i18n/t.ts'

export interface PasswordValues {
  oldpass: string
  pass: string
  checkPass: string
}
export type PasswordErrors = Partial<Record<keyof PasswordValues, string>>

/** Messages of the specification (R5.02). */
export function checkPassword(
  { oldpass, pass, checkPass }: PasswordValues,
  limits: Record<string, unknown> = {},
): PasswordErrors {
  const errors: PasswordErrors = {}
  if (!oldpass) errors.oldpass = t('请输入旧密码')
  const [least, most] = [Number(limits.passwordMin ?? 6), Number(limits.passwordMax ?? 18)]
  const good =
    pass.length >= least && pass.length <= most && /[a-z]/.test(pass) && /[A-Z]/.test(pass) && /\d/.test(pass)
  if (!pass) errors.pass = t('请输入密码')
  else if (!good) errors.pass = t('密码必须为6-18位且必须包含大小写字母加数字。')
  if (!checkPass) errors.checkPass = t('请输入确认密码')
  else if (checkPass !== pass) errors.checkPass = t('确认密码与密码不一致')
  return errors
}
