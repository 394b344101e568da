import { Suspense } from 'react'
import { t } from '../../i18n/t.ts'
import { SecretForm, type Secrets } from './SecretForm.tsx'
import { lazyPart } from '../../boundaries/lazyPart.ts'

const Qr = lazyPart(async () => ({ default: (await import('../parts/Qr.tsx')).Qr }))

export interface Secret {
  secret: string
  uri: string
}

/** In groups of four, for typing from the screen without a camera. */
const written = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Shows the secret as a QR code; a code entered from the phone proves that it was transferred. */
export function Enrolment({ secret, onConfirm }: { secret: Secret; onConfirm: (given: Secrets) => Promise<void> }) {
  return (
    <>
      <ol>
        <li>{t('在手机上安装支持动态口令（TOTP）的应用。')}</li>
        <li>{t('用它扫描下面的二维码；不能扫描时，手工输入密钥。')}</li>
        <li>{t('输入手机上显示的 6 位数字。')}</li>
      </ol>
      <div className="enrolment">
        <Suspense fallback={null}>
          <Qr text={secret.uri} />
        </Suspense>
        <dl>
          <dt>{t('密钥')}</dt>
          <dd>
            <code>{written(secret.secret)}</code>
          </dd>
        </dl>
      </div>
      <SecretForm asks={['code']} label={t('启用')} onSubmit={onConfirm} primary />
    </>
  )
}
