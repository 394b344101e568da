import type { ConsoleApp } from '../app/app.ts'
import { ask } from './notice.ts'
import { t } from '../i18n/t.ts'

/** Shows a one-time password from an answer until the dialog is closed, because it cannot be read again. */
export async function showOneTimePassword(app: ConsoleApp, data: unknown): Promise<void> {
  if (typeof data !== 'object' || !data || !('password' in data)) return
  const password = String(data.password)
  const username = 'username' in data ? String(data.username) : ''
  if (password !== '')
    await ask(app, {
      title: t('一次性密码：{password}', { password }),
      text: t('账号 {username}。密码只显示这一次，请现在转告本人', { username }),
      ok: t('已记下'),
      only: true,
      copy: password,
    })
}
