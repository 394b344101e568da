import Modal from 'antd/es/modal'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useApp } from '../app/useApp.ts'
import type { Row } from '../../core/contract/api.ts'
import type { FormField, FormPage } from '../../core/contract/configuration.ts'
import { areaName } from '../data/areas.ts'
import { currentConfig } from '../data/config/config.ts'
import { Radio } from '../fields/controls/Radio.tsx'
import { definitionOf } from '../fields/fields.ts'
import { minuteText, plain } from '../fields/values/text.ts'
import { t } from '../i18n/t.ts'
import { useGuardedClose } from '../navigation/useUnsaved.ts'
import { Antd } from '../theme/Antd.tsx'
import { SIZE } from '../theme/scale.ts'
import type { ConflictChoice, EditConflict } from './editing/conflict.ts'

interface ConflictProps {
  page: FormPage
  conflict: EditConflict
  values: Row
  onSolve: (choices: Record<string, ConflictChoice>) => void
  onClose: () => void
}

/**
 * Shown when another user saved the record meanwhile: compares both versions field by field and lets the user choose.
 */
export function ConflictDialog({ page, conflict: { current, differences }, values, onSolve, onClose }: ConflictProps) {
  const [standard] = useState<Record<string, ConflictChoice>>(() =>
    Object.fromEntries(differences.flatMap(({ field, standard: one }) => (one ? [[field.name, one]] : []))),
  )
  const [choices, setChoices] = useState(standard)
  const close = useGuardedClose(() => choices !== standard, onClose)
  const open = differences.filter(({ field }) => !choices[field.name]).length
  const pick = (name: string, choice: ConflictChoice) => setChoices(old => ({ ...old, [name]: choice }))
  return (
    <Antd>
      <Modal
        open
        width={SIZE['w-dialog-l']}
        title={t('该记录已被他人修改')}
        okText={t('按所选保存')}
        cancelText={t('返回修改')}
        okButtonProps={{ disabled: open > 0 }}
        maskClosable={false}
        onOk={() => onSolve(choices)}
        onCancel={close}
      >
        <p className="ask-text">
          {t('他人于 {time} 保存了这条记录，请逐项选择保留哪一个', { time: minuteText(current.updateTime) })}
          {open > 0 ? t('（还有 {n} 项未选）', { n: open }) : ''}
        </p>
        <table className="conflict">
          <thead>
            <tr>
              <th scope="col">{t('字段')}</th>
              <th scope="col">{t('我的')}</th>
              <th scope="col">{t('他人的')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, mine, theirs }) => (
              <tr key={field.name}>
                <th scope="row">{t(field.label)}</th>
                <Side name={field.name} choice="mine" chosen={choices[field.name]} onPick={pick}>
                  <Shown page={page} field={field} value={mine} row={values} />
                </Side>
                <Side name={field.name} choice="theirs" chosen={choices[field.name]} onPick={pick}>
                  <Shown page={page} field={field} value={theirs} row={current} />
                </Side>
              </tr>
            ))}
          </tbody>
        </table>
      </Modal>
    </Antd>
  )
}

interface SideProps {
  name: string
  choice: ConflictChoice
  chosen: ConflictChoice | undefined
  onPick: (name: string, choice: ConflictChoice) => void
  children: ReactNode
}

function Side({ name, choice, chosen, onPick, children }: SideProps) {
  return (
    <td className={chosen === choice ? 'chosen' : ''}>
      <Radio name={`conflict.${name}`} checked={chosen === choice} onPick={() => onPick(name, choice)}>
        {children}
      </Radio>
    </td>
  )
}

function Shown({ page, field, value, row }: { page: FormPage; field: FormField; value: unknown; row: Row }) {
  const app = useApp()
  const draw = useMemo(
    () =>
      definitionOf(field.kind).description(field, {
        dictionaries: page.dictionaries,
        fileBase: currentConfig(app).manifest.app.api.fileBase,
      }),
    [app, page, field],
  )
  if (field.kind === 'area') return <AreaText code={plain(value)} />
  return <span>{draw(value, row)}</span>
}

/** Values chosen in the form have no label key, so the area's name is looked up. */
function AreaText({ code }: { code: string }) {
  const app = useApp()
  const [name, setName] = useState(code)
  useEffect(() => {
    let live = true
    if (code)
      void areaName(app, code).then(
        found => {
          if (live && found) setName(found)
        },
        () => undefined,
      )
    return () => {
      live = false
    }
  }, [app, code])
  return <span>{name || '–'}</span>
}
