import { useState } from 'react'
import type { BoardLock, FormField } from '../../../core/contract/configuration.ts'
import type { LockedTable, LockedVersion, LockState, OpenTable } from '../../../core/contract/locks.ts'
import { useApp } from '../../app/useApp.ts'
import { send } from '../../data/http/http.ts'
import { openAsk } from '../../feedback/dialogs.ts'
import { ask } from '../../feedback/notice.ts'
import { t } from '../../i18n/t.ts'
import { boardArgs } from './boardState.ts'
import type { Board } from './useBoard.ts'

interface Props {
  route: string
  rules: BoardLock
  lock: LockState
  board: Board
}

/** Who has locked these numbers and when, what has changed since, and the buttons for those who may. */
export function LockBar(props: Props) {
  const { lock, board } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={`board-lock is-${lock.state}`}>
      {lock.state === 'locked' ? <Locked {...props} lock={lock} /> : <Open {...props} lock={lock} />}
      {lock.earlier.length > 0 && (
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('以前的 {n} 版', { n: lock.earlier.length })}
        </button>
      )}
      {isOpen && (
        <ol>
          {lock.earlier.map(one => (
            <li key={one.version}>
              {earlierWords(one)}{' '}
              <button type="button" className="link" onClick={() => board.change({ version: String(one.version) })}>
                {t('查看这一版')}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

const PRINT = 12
const MINUTES = 16

function Locked({ route, rules, lock, board }: Props & { lock: LockedTable }) {
  const app = useApp()
  const { unit, by, version, fingerprint, intact, changed, partly, mayUnlock, former } = lock
  const at = lock.at.slice(0, MINUTES)
  const unlock = () =>
    openAsk(app, {
      title: t('解除锁定'),
      ok: t('解除锁定'),
      text: t('解除后看到的是现在的数。锁定的第 {version} 版仍然留存，再锁定是新的一版。', { version }),
      fields: [REASON],
      dictionaries: {},
      danger: true,
      submit: async values => {
        // refused it is read again, too: somebody else has unlocked it
        const args = { page: route, ...boardArgs(board.state), ...values }
        await send(app, rules.unlock, args).finally(() => board.again())
      },
    })
  return (
    <>
      <strong>{former ? t('看的是以前的第 {version} 版', { version }) : t('已锁定')}</strong>
      <span>{t('{unit} {by} {at}，第 {version} 版', { unit: t(unit), by, at, version })}</span>
      <span className="weak" title={fingerprint}>
        {t('指纹 {print}', { print: fingerprint.slice(0, PRINT) })}
      </span>
      {!intact && <b className="bad">{t('存下的数与指纹不符，请报告管理员')}</b>}
      <span>{changedWords(partly, changed)}</span>
      {mayUnlock && (
        <button type="button" className="link" onClick={unlock}>
          {t('解除锁定')}
        </button>
      )}
      {former && (
        <button type="button" className="link" onClick={() => board.change({})}>
          {t('回到现在')}
        </button>
      )}
    </>
  )
}

function changedWords(partly: true | undefined, changed: number): string {
  if (partly) return t('您只看得到一部分记录，下面是您看得到的现在的数')
  return changed > 0 ? t('锁定后有 {n} 个数变了，已逐个标明', { n: changed }) : t('锁定后没有变化')
}

function Open({ route, rules, lock, board }: Props & { lock: OpenTable }) {
  const app = useApp()
  const lockNow = async () => {
    const yes = await ask(app, {
      title: t('锁定报表？'),
      text: t('把这一期、这个地区的数原样存下。以后记录再改，这张表也不变，只标明哪里不同。'),
      ok: t('锁定'),
    })
    if (!yes) return
    // what is refused is told by the console
    await send(app, rules.lock, { page: route, ...boardArgs(board.state) }).catch(() => undefined)
    await board.again()
  }
  return (
    <>
      <span className="weak">{t('未锁定')}</span>
      {lock.may && (
        <button type="button" className="button" onClick={() => void lockNow()}>
          {t('锁定')}
        </button>
      )}
      {lock.because !== undefined && <span className="weak">{t(lock.because)}</span>}
    </>
  )
}

const REASON: FormField = {
  name: 'reason',
  label: '理由',
  kind: 'longText',
  required: true,
  maxLength: 200,
  origin: '',
}

function earlierWords({ version, by, unit, at, unlocked }: LockedVersion): string {
  const first = t('第 {version} 版：{unit} {by} {at} 锁定', { version, unit: t(unit), by, at: at.slice(0, MINUTES) })
  if (!unlocked) return first
  return `${first}${t('，{by} {at} 解除：{reason}', { ...unlocked, at: unlocked.at.slice(0, MINUTES) })}`
}
