import { useId, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { ALL_GRANTED } from '../../../core/model/roles.ts'
import type { MenuItem } from '../../../core/contract/api.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { checkedOf, foreignOf, leavesOf, turned } from '../values/menuChoice.ts'
import { AllOrNone } from './AllOrNone.tsx'
import { Radio } from './Radio.tsx'
import './checks.css'

/** Menu entries that a role grants: all (`*`), or those ticked among the user's own; nothing ticked is none. */
export function MenusControl({ id, field, value, onChange, disabled }: ControlProps) {
  const app = useApp()
  // the menu as it was when the control was opened, so that a new configuration cannot shift the checkboxes
  const [menu] = useState(() => currentConfig(app).boot?.menu ?? [])
  const name = useId()
  const ids = Array.isArray(value) ? value.map(String) : []
  const limited = !ids.includes(ALL_GRANTED)
  const chosen = new Set(limited ? ids : [])
  const foreign = foreignOf(menu, chosen)
  const HOW: [label: string, limit: boolean][] = [
    ['不限定，其层级可见的全部菜单', false],
    ['只限所选菜单', true],
  ]
  return (
    <div id={id} tabIndex={-1} role="group" aria-label={t(field.label)} className="menu-choice">
      <div className="checks how">
        {HOW.map(([label, limit]) => (
          <Radio
            key={label}
            name={name}
            checked={limited === limit}
            disabled={disabled}
            onPick={() => onChange?.(limit ? menu.flatMap(leavesOf) : [ALL_GRANTED])}
          >
            {t(label)}
          </Radio>
        ))}
      </div>
      {limited && (
        <AllOrNone
          disabled={disabled}
          onPick={all => onChange?.([...(all ? menu.flatMap(leavesOf) : []), ...foreignOf(menu, chosen)])}
        />
      )}
      {limited && (
        <ul className="menus">
          {menu.map(item => (
            <Entry
              key={item.id}
              item={item}
              chosen={chosen}
              disabled={disabled}
              onTurn={(one, on) => onChange?.(turned(menu, chosen, one, on))}
            />
          ))}
        </ul>
      )}
      {limited && foreign.length > 0 && (
        <p className="weak">{t('另有 {n} 项您自己没有的菜单，保存时不变', { n: foreign.length })}</p>
      )}
    </div>
  )
}

interface EntryProps {
  item: MenuItem
  chosen: ReadonlySet<string>
  disabled: boolean | undefined
  onTurn: (item: MenuItem, on: boolean) => void
}

function Entry({ item, chosen, disabled, onTurn }: EntryProps) {
  const checked = checkedOf(item, chosen)
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={checked === 'all'}
          disabled={disabled}
          ref={box => {
            if (box) box.indeterminate = checked === 'some'
          }}
          onChange={event => onTurn(item, event.target.checked)}
        />
        {t(item.meta.title)}
      </label>
      {item.subMenus.length > 0 && (
        <ul>
          {item.subMenus.map(one => (
            <Entry key={one.id} item={one} chosen={chosen} disabled={disabled} onTurn={onTurn} />
          ))}
        </ul>
      )}
    </li>
  )
}
