import { Fragment, memo, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { MenuItem } from '../../../core/contract/api.ts'
import { currentConfig } from '../../data/config/config.ts'
import { numberOf } from '../../data/settings/constants.ts'
import { t } from '../../i18n/t.ts'
import { useGo } from '../../navigation/navigation.ts'
import { reloadPage } from '../../navigation/reload.ts'
import { routeOf } from '../../navigation/routes.ts'
import { Badge } from './Badge.tsx'
import { Favourites, Star } from './Favourites.tsx'
import { foldedGroup, placeFlyout, placeShown } from './flyout.ts'
import { Icon } from '../../theme/icons.tsx'
import { rememberUrl } from '../../menu/recent.ts'
import { createLock, isExternal, pathTo, shownItems, toggleGroup } from '../../menu/menuState.ts'

interface SideMenuProps {
  items: MenuItem[]
  /** route of the marked entry */
  active: string
  here: string
  folded: boolean
  onFold: () => void
}

export const SideMenu = memo(function SideMenu({ items, active, here, folded, onFold }: SideMenuProps) {
  const app = useApp()
  const path = useMemo(() => pathTo(items, active), [items, active])
  const [open, setOpen] = useState(path)
  const [at, setAt] = useState(path)
  if (at !== path) {
    setAt(path)
    if (path.length) setOpen(path.slice(0, -1))
  }
  const list = useRef<HTMLUListElement>(null)
  // the group has opened by then: where somebody is stands in sight, however long the menu
  useLayoutEffect(() => {
    const marked = [...(list.current?.querySelectorAll('[aria-current], .level1.within') ?? [])]
    // folded, the entry is hidden behind its group
    marked.findLast(one => one.getClientRects().length > 0)?.scrollIntoView?.({ block: 'nearest' })
  }, [path, folded])
  const choose = useChoose(here)
  const facts = currentConfig(app).manifest.app
  const shown = shownItems(items)
  return (
    <nav
      className={folded ? 'side folded' : 'side'}
      style={folded ? undefined : { width: numberOf(app, 'sidebarWidth', 250) }}
      aria-label={t('主菜单')}
    >
      {facts.header.sidebarLogo && (
        <p className="side-logo">
          <Icon name="safety" />
          <span className="side-text">{t(facts.systemName ?? facts.title)}</span>
        </p>
      )}
      {shown.length === 0 && <p className="side-empty">{t('该账号没有菜单权限，请联系管理员配置菜单！')}</p>}
      <ul
        className="side-items"
        ref={list}
        onPointerOver={event => placeFlyout(foldedGroup(event.target))}
        onFocus={event => placeFlyout(foldedGroup(event.target))}
        onScroll={event => placeShown(event.currentTarget)}
      >
        <Favourites items={items} here={active} onChoose={choose} />
        {shown.map((item, i) => (
          <Fragment key={item.id}>
            {item.meta.heading && item.meta.heading !== shown[i - 1]?.meta.heading && (
              <li className="side-heading">
                <span>{t(item.meta.heading)}</span>
              </li>
            )}
            <Item
              item={item}
              trail={[]}
              level={1}
              path={path}
              open={open}
              onToggle={to => setOpen(old => toggleGroup(old, to))}
              onChoose={choose}
            />
          </Fragment>
        ))}
      </ul>
      <button
        type="button"
        className="side-fold"
        aria-label={folded ? t('展开菜单') : t('收起菜单')}
        title={folded ? t('展开菜单') : t('收起菜单')}
        onClick={onFold}
      >
        <Icon name={folded ? 'unfold' : 'fold'} />
      </button>
    </nav>
  )
})

function useChoose(here: string) {
  const app = useApp()
  const go = useGo()
  const [lock] = useState(() => createLock(numberOf(app, 'menuClickLock', 1000)))
  return (event: MouseEvent, item: MenuItem) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || isExternal(item)) return
    event.preventDefault()
    if (!lock()) return
    // a click on the current page's entry reloads it
    if (routeOf(item.url) === here) reloadPage(app)
    rememberUrl(app, item.url)
    go.to(`/${routeOf(item.url)}`)
  }
}

interface ItemProps {
  item: MenuItem
  trail: string[]
  level: number
  path: string[]
  open: string[]
  onToggle: (path: string[]) => void
  onChoose: (event: MouseEvent, item: MenuItem) => void
}

function Item({ item, trail, level, path, open, onToggle, onChoose }: ItemProps) {
  const below = shownItems(item.subMenus)
  const here = [...trail, item.id]
  const isOn = path.includes(item.id)
  const title = t(item.meta.title)
  const text = (
    <>
      {level === 1 && <Icon name={item.css} />}
      <span className="side-text">{title}</span>
    </>
  )
  if (below.length === 0) {
    return (
      <li className="side-leaf">
        <a
          href={isExternal(item) ? item.url : `/${routeOf(item.url)}`}
          className={`side-item level${level}${isOn ? ' on' : ''}`}
          title={title}
          aria-current={isOn ? 'page' : undefined}
          {...(isExternal(item) ? { target: '_blank', rel: 'noreferrer noopener' } : {})}
          onClick={event => onChoose(event, item)}
        >
          {text}
          {item.meta.badge && <Badge name={item.meta.badge} />}
          {isExternal(item) && <Icon name="link" />}
        </a>
        {level > 1 && !isExternal(item) && <Star url={item.url} title={title} />}
      </li>
    )
  }
  const isOpen = open.includes(item.id)
  return (
    <li className={isOpen ? 'group open' : 'group'}>
      <button
        type="button"
        className={`side-item level${level}${isOn ? ' within' : ''}`}
        title={title}
        aria-expanded={isOpen}
        onClick={() => onToggle(here)}
      >
        {text}
        <i className="arrow" />
      </button>
      <ul>
        {below.map(child => (
          <Item
            key={child.id}
            item={child}
            trail={here}
            level={level + 1}
            path={path}
            open={open}
            onToggle={onToggle}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </li>
  )
}
