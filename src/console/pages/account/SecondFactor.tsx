import { useCallback, useEffect, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { send } from '../../data/http/http.ts'
import { notify } from '../../feedback/notice.ts'
import { TOTP_BEGIN, TOTP_CONFIRM, TOTP_OFF, TOTP_RECOVERY, TOTP_STATE } from '../../data/calls/own-calls.ts'
import { restart } from '../../data/session/session.ts'
import { t } from '../../i18n/t.ts'
import { Enrolment, type Secret } from './Enrolment.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecretForm, type Secrets } from './SecretForm.tsx'

interface State {
  on: boolean
  required: boolean
  recoveryLeft: number
}
type Step = { at: 'rest' } | { at: 'enrolling'; secret: Secret } | { at: 'codes'; codes: string[] }

/** Setting up the second factor: time-based codes of an authenticator app (RFC 6238). */
export function SecondFactor() {
  const app = useApp()
  const [state, setState] = useState<State>()
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const read = useCallback(() => void send<State>(app, TOTP_STATE).then(setState, () => undefined), [app])
  useEffect(read, [read])
  const begin = async (given: Secrets) =>
    setStep({
      at: 'enrolling',
      secret: await send<Secret>(app, TOTP_BEGIN, { password: given.password }, { quiet: true }),
    })
  const confirm = async (given: Secrets) =>
    setStep({
      at: 'codes',
      ...(await send<{ codes: string[] }>(app, TOTP_CONFIRM, { code: given.code }, { quiet: true })),
    })
  const renew = async (given: Secrets) =>
    setStep({ at: 'codes', ...(await send<{ codes: string[] }>(app, TOTP_RECOVERY, { ...given }, { quiet: true })) })
  const turnOff = async (given: Secrets) => {
    await send(app, TOTP_OFF, { ...given }, { quiet: true })
    notify(app, { level: 'success', text: t('动态验证已停用') })
    read()
  }
  const kept = () => {
    if (currentConfig(app).boot?.user.mustEnrol) return restart()
    setStep({ at: 'rest' })
    read()
  }
  if (!state) return null
  return (
    <section className="panel second-factor">
      <h2>{t('动态验证')}</h2>
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} onKept={kept} />}
      {step.at === 'enrolling' && <Enrolment secret={step.secret} onConfirm={confirm} />}
      {step.at === 'rest' && !state.on && (
        <>
          <p>{t('未启用。启用后，登录时除密码外还要输入手机上的验证码：密码被人知道了，别人也登录不了。')}</p>
          <SecretForm asks={['password']} label={t('开始设置')} onSubmit={begin} primary />
        </>
      )}
      {step.at === 'rest' && state.on && (
        <>
          <p>{t('已启用。剩余恢复码 {n} 个。', { n: state.recoveryLeft })}</p>
          <details>
            <summary>{t('更换恢复码')}</summary>
            <SecretForm asks={['password', 'code']} label={t('更换恢复码')} onSubmit={renew} />
          </details>
          {state.required ? (
            <p className="weak">{t('您的单位或角色要求使用动态验证，不能停用。')}</p>
          ) : (
            <details>
              <summary>{t('停用动态验证')}</summary>
              <SecretForm asks={['password', 'code']} label={t('停用')} onSubmit={turnOff} />
            </details>
          )}
        </>
      )}
    </section>
  )
}
