import { t } from '../../i18n/t.ts'

/** Shown only once: the server stores hashes of the codes. */
export function RecoveryCodes({ codes, onKept: onStored }: { codes: string[]; onKept: () => void }) {
  return (
    <>
      <p role="status">
        {t(
          '动态验证已启用。这些恢复码只显示这一次：请抄下或打印，与手机分开存放。手机不在时，每个可代替验证码登录一次。',
        )}
      </p>
      <ul className="recovery-codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="recovery-buttons">
        <button type="button" className="button" onClick={() => window.print()}>
          {t('打印')}
        </button>
        <button type="button" className="button primary" onClick={onStored}>
          {t('我已保存')}
        </button>
      </div>
    </>
  )
}
