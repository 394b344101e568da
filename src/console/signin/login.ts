import type { ConsoleApp } from '../app/app.ts'
import { login, needsCode, type Credential } from '../data/config/auth.ts'
import { currentConfig } from '../data/config/config.ts'
import { t } from '../i18n/t.ts'
import { signInAgain, type SignInAgain } from '../data/session/session.ts'
import { element } from './element.ts'
import { ownAddress } from '../navigation/routes.ts'
import { systemTitle } from '../navigation/titles.ts'
import { logoAddress } from '../theme/brand.ts'
import './login.css'

/** The sign-in page uses plain DOM without a library, so that it appears at once. */
export function drawLogin(app: ConsoleApp, into: Element, done: () => void = enter): void {
  const facts = currentConfig(app).manifest.app
  const title = (document.title = systemTitle(facts, undefined))
  const name =
    facts.systemName && t(facts.systemName) !== title
      ? [element('p', { class: 'login-name' }, t(facts.systemName))]
      : []
  const address = logoAddress(facts)
  const logo = address === undefined ? [] : [element('img', { class: 'login-logo', src: address, alt: '' })]
  const again = signInAgain()
  const form = loginForm(app, done, again)
  into.replaceChildren(
    element(
      'div',
      { class: 'login' },
      element('main', {}, ...logo, element('h1', {}, title), ...name, form),
      element('footer', {}, facts.footer.shown ? t(facts.footer.text ?? '') : ''),
    ),
  )
  form.querySelector<HTMLInputElement>(again ? '#password' : 'input')?.focus()
}

function loginForm(app: ConsoleApp, done: () => void, again: SignInAgain | undefined): HTMLFormElement {
  const error = element('p', { class: 'login-error', role: 'alert' })
  const button = element('button', { type: 'submit' }, t('登录'))
  const code = codeField()
  const form = element(
    'form',
    { class: 'login-form', novalidate: '' },
    ...(again ? [element('p', { role: 'status' }, t(again.text))] : []),
    element('label', { for: 'username' }, t('账号')),
    element('input', {
      id: 'username',
      name: 'username',
      autocomplete: 'username',
      maxlength: '64',
      spellcheck: 'false',
      value: again?.username ?? '',
    }),
    element('label', { for: 'password' }, t('密码')),
    password(),
    code,
    error,
    button,
  )
  const busy = (yes: boolean): void => {
    button.disabled = yes
    button.textContent = yes ? t('登录中…') : t('登录')
  }
  // another user may have no second factor: hide the code again
  form.querySelector('#username')?.addEventListener('input', () => {
    code.hidden = true
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (button.disabled) return
    const typed = typedIn(form)
    const { username, password: secret } = typed
    const missing = !username ? t('请输入账号') : !secret ? t('请输入密码') : ''
    error.textContent = missing
    if (missing) return
    busy(true)
    login(app, code.hidden ? { username, password: secret } : typed).then(done, (cause: unknown) => {
      error.textContent = cause instanceof Error ? cause.message : t('登录没有成功')
      busy(false)
      if (needsCode(cause)) askCode(code)
    })
  })
  return form
}

function typedIn(form: HTMLFormElement): Credential {
  const typed = new FormData(form)
  const text = (name: string): string => String(typed.get(name) ?? '')
  return { username: text('username').trim(), password: text('password'), code: text('code').trim() }
}

/** Field for the code of the second factor; shown when the server asks for it. */
function codeField(): HTMLElement {
  return element(
    'div',
    { class: 'login-code', hidden: '' },
    element('label', { for: 'code' }, t('动态验证码或恢复码')),
    element('input', { id: 'code', name: 'code', autocomplete: 'one-time-code', maxlength: '20', spellcheck: 'false' }),
  )
}

function askCode(field: HTMLElement): void {
  field.hidden = false
  const input = field.querySelector('input')
  input?.focus()
  input?.select()
}

function password(): HTMLElement {
  const input = element('input', {
    id: 'password',
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    maxlength: '64',
  })
  const eye = element('button', { type: 'button', tabindex: '-1', 'aria-pressed': 'false' }, t('显示'))
  eye.addEventListener('click', () => {
    const shown = input.type === 'password'
    input.type = shown ? 'text' : 'password'
    eye.setAttribute('aria-pressed', String(shown))
    eye.textContent = shown ? t('隐藏') : t('显示')
  })
  return element('span', { class: 'password' }, input, eye)
}

/** Opens the page the user wanted, if it is within this console. */
function enter(): void {
  location.replace(ownAddress(new URLSearchParams(location.search).get('redirect') ?? '/') ?? '/')
}
