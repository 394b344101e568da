import { useState } from 'react'
import type { RuleTrial } from '../../../core/contract/rules.ts'
import { useApp } from '../../app/useApp.ts'
import { RULE_TRY } from '../../data/calls/own-calls.ts'
import { send } from '../../data/http/http.ts'
import { t } from '../../i18n/t.ts'
import { numberText } from '../values/text.ts'

interface TrialProps {
  args: Record<string, string>
  text: string
  /** what the records are called */
  label: string
}

/** Says how many records a rule chooses among those that one sees, with the first of them. */
export function RuleTrialView({ args, text, label }: TrialProps) {
  const app = useApp()
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<{ text: string; trial: RuleTrial }>()
  const run = () => {
    setBusy(true)
    void send<RuleTrial>(app, RULE_TRY, { ...args, text })
      .then(trial => setTried({ text, trial }))
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  const trial = tried?.text === text ? tried.trial : undefined
  return (
    <>
      <button type="button" className="button" disabled={busy || text.trim() === ''} onClick={run}>
        {busy ? t('查询中…') : t('试运行')}
      </button>
      <div className="rule-trial" role="status">
        {trial?.problem && <p className="field-error">{t(trial.problem.message)}</p>}
        {trial && !trial.problem && <Found trial={trial} label={label} />}
      </div>
    </>
  )
}

function Found({ trial: { total, capped, rows }, label }: { trial: RuleTrial; label: string }) {
  const n = `${numberText(total)}${capped ? '+' : ''}`
  return (
    <>
      <p>
        {total === 0 ? t('您看得到的{name}里没有符合的', { name: t(label) }) : null}
        {total > 0 ? t('您看得到的{name}里有 {n} 条符合', { name: t(label), n }) : null}
        {total > rows.length ? t('，先列出 {n} 条', { n: rows.length }) : ''}
      </p>
      {rows.length > 0 && (
        <ol>
          {rows.map(({ key, title, note, url }) => (
            <li key={key}>
              {url === undefined ? (
                title
              ) : (
                <a href={url} target="_blank" rel="noopener">
                  {title}
                </a>
              )}
              <span className="weak"> {note}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
