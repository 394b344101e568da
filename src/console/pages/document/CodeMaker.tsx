import { useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { EntityFacts, Qr } from '../../../core/contract/configuration.ts'
import { send } from '../../data/http/http.ts'
import { notify } from '../../feedback/notice.ts'
import { Choose } from '../../fields/pickers/Choose.tsx'
import { t } from '../../i18n/t.ts'

const PERIODS = [7, 30, 90, 365]
const STANDARD = 30

/** Creates an access code for an outsider. It is shown only once, because the server stores no readable copy. */
export function CodeMaker({
  qr,
  entity,
  row,
  onMade,
}: {
  qr: Qr
  entity: EntityFacts
  row: Row
  onMade: (code: string) => void
}) {
  const app = useApp()
  const [days, setDays] = useState(STANDARD)
  const [busy, setBusy] = useState(false)
  const make = async () => {
    if (!qr.call || busy) return
    setBusy(true)
    try {
      const { code, expires } = await send<{ code: string; expires: string }>(app, qr.call, {
        [entity.key]: row[entity.key],
        days,
      })
      onMade(code)
      notify(app, {
        level: 'success',
        text: t('查验码已生成，有效期至 {time}；只在本次显示，请现在打印或转发', { time: expires }),
      })
    } catch {
      // the HTTP client has shown the error
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Choose
        label={t('有效期')}
        value={String(days)}
        choices={PERIODS.map(one => [String(one), t('{n} 天有效', { n: one })])}
        onChange={one => setDays(Number(one))}
      />
      <button type="button" className="button" data-guard="" disabled={busy} onClick={() => void make()}>
        {t('生成查验二维码')}
      </button>
    </>
  )
}
