import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { numberOf } from '../../data/settings/constants.ts'
import { chinaDay, dayText } from '../../i18n/day.ts'
import { t } from '../../i18n/t.ts'
import { logoAddress } from '../../theme/brand.ts'
import { Icon } from '../../theme/icons.tsx'
import { dutyOf } from '../../navigation/accountPages.ts'
import { systemTitle } from '../../navigation/titles.ts'
import { useProduct } from '../../product/useProduct.ts'
import { hasMessages } from '../../data/unread.ts'
import { targetOf } from '../../pages/system/RedirectView.tsx'
import { Bell } from './Bell.tsx'
import { Drop } from './Drop.tsx'
import { lazyPart } from '../../boundaries/lazyPart.ts'

const UserPanel = lazyPart(async () => ({ default: (await import('./UserPanel.tsx')).UserPanel }))
const HOUR = 3_600_000

export function Header({ onMenu, onPalette }: { onMenu: () => void; onPalette: () => void }) {
  const app = useApp()
  const { manifest, boot } = currentConfig(app)
  const title = systemTitle(manifest.app, boot?.user)
  const name = manifest.app.systemName ? t(manifest.app.systemName) : title
  const open = boot && !dutyOf(app)
  const { Header: Own } = useProduct()
  const logo = logoAddress(manifest.app)
  return (
    <header className="header">
      {open && (
        <button type="button" className="head-button menu-button" aria-label={t('主菜单')} onClick={onMenu}>
          <Icon name="menu" />
        </button>
      )}
      {logo && <img className="system-logo" src={logo} alt="" />}
      {open ? (
        <Link className="system" to={`/${targetOf(app, 'menu.first')}`} title={t('我的工作台')}>
          <strong>{name}</strong>
        </Link>
      ) : (
        <strong className="system">{name}</strong>
      )}
      {name !== title && (
        <span className="system-area" title={title}>
          {title}
        </span>
      )}
      <span className="space" />
      {open && (
        <button
          type="button"
          className="head-button find"
          aria-keyshortcuts="Control+K"
          aria-label={`${t('查找菜单')} Ctrl K`}
          onClick={onPalette}
        >
          <Icon name="search" />
          <span>{t('查找菜单')}</span>
          <kbd>Ctrl K</kbd>
        </button>
      )}
      <Today />
      {open && Own && <Own />}
      {open && hasMessages(app) && <Bell />}
      {boot && (
        <Drop
          icon="user"
          text={boot.user.nickName}
          more={boot.user.sysOrg.orgName}
          Panel={UserPanel}
          className="user"
          menu
        />
      )}
    </header>
  )
}

/** Today's date, refreshed hourly (R1.05), because office screens stay on overnight. */
function Today() {
  const app = useApp()
  const [day, setDay] = useState(() => chinaDay())
  useEffect(() => {
    const timer = setInterval(() => setDay(chinaDay()), numberOf(app, 'dateRefresh', HOUR))
    return () => clearInterval(timer)
  }, [app])
  return <time dateTime={day}>{dayText(day)}</time>
}
