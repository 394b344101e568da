import { BrowserRouter } from 'react-router-dom'
import { Overlays } from './overlays.tsx'
import { Shell } from './Shell.tsx'
import './console.css'

/** Nothing of antd is in here: what uses it brings it along, in Antd (theme/Antd.tsx). */
export function Console() {
  return (
    <BrowserRouter>
      <Shell />
      <Overlays />
    </BrowserRouter>
  )
}
