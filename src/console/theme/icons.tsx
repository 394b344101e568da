import { ICONS, type IconName } from '../../core/model/page/icons.ts'

/** Menu icons in a 16-pixel box, by the names used in menu.yaml. */
const PATHS: Record<IconName, string> = {
  home: 'M2.5 7.5L8 3l5.5 4.5M4 6.5V13h8V6.5M6.8 13V9.5h2.4V13',
  dashboard: 'M2 11a6 6 0 0 1 12 0M8 11l3-4M4 13h8',
  database: 'M3 4c0-2 10-2 10 0v8c0 2-10 2-10 0zM3 4c0 2 10 2 10 0M3 8c0 2 10 2 10 0',
  tags: 'M2 3h5l6 6-4 4-7-7zM4.5 5.5h.1M10 3l4 4',
  tag: 'M3 3h5l5 5-5 5-5-5zM5.5 5.5h.1',
  schedule: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 5v3.5l2.5 1.5',
  'cloud-download': 'M5 11a3 3 0 0 1 0-6 3.5 3.5 0 0 1 6.5 1A2.5 2.5 0 0 1 11.5 11M8 8v6M6 12l2 2 2-2',
  alert: 'M8 2l6.5 11.5h-13zM8 6.5v3.5M8 12h.1',
  flag: 'M3 14V2.5h9l-2 3 2 3H3',
  'file-add': 'M4 2h5l3 3v9H4zM8 7v4M6 9h4',
  swap: 'M2 6h11l-3-3M14 10H3l3 3',
  cloud: 'M5 12a3 3 0 0 1 0-6 3.5 3.5 0 0 1 6.5 1A2.5 2.5 0 0 1 11.5 12z',
  aim: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3zM8 1v4M8 11v4M1 8h4M11 8h4',
  'line-chart': 'M2 2v12h12M4 11l3-4 3 2 4-5',
  camera: 'M2 5h3l1.5-2h3L11 5h3v8H2zM8 7a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  safety: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4zM6 8l1.5 1.5L10.5 6.5',
  search: 'M7 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM10 10l4 4',
  idcard: 'M2 4h12v8H2zM5 7h2M5 9.5h2M9.5 7h2.5M9.5 9.5h2.5',
  'bar-chart': 'M2 14h12M4 14V8M8 14V4M12 14v-4',
  'file-text': 'M4 2h5l3 3v9H4zM6 8h4M6 11h4',
  book: 'M3 3h4.5c.5 0 .5 10 .5 10H3zM13 3H8.5c-.5 0-.5 10-.5 10h5z',
  trophy: 'M5 2h6v4a3 3 0 0 1-6 0zM8 9v3M5 14h6M5 3H2.5c0 3 2.5 3 2.5 3M11 3h2.5c0 3-2.5 3-2.5 3',
  robot: 'M3 6h10v7H3zM8 6V3M6 9h.1M10 9h.1M6 11.5h4',
  expand: 'M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3',
  shrink: 'M6 3v3H3M13 6h-3V3M10 13v-3h3M3 10h3v3',
  star: 'M8 2l1.9 3.9 4.1.6-3 2.9.7 4.1L8 11.5l-3.7 2 .7-4.1-3-2.9 4.1-.6z',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1H3zM7 14h2',
  setting:
    'M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM8 2v2M8 12v2M2 8h2M12 8h2'
    + 'M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M12.2 3.8l-1.4 1.4M5.2 10.8l-1.4 1.4',
  fold: 'M3 4h10M7 8h6M3 12h10M5 6.5L3 8l2 1.5',
  unfold: 'M3 4h10M3 8h6M3 12h10M11 6.5L13 8l-2 1.5',
  link: 'M6 3H3v10h10v-3M9 3h4v4M13 3L7 9',
  user: 'M8 3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM3 14c0-5 10-5 10 0',
  menu: 'M3 4h10M3 8h10M3 12h10',
}

/** Of the tools of a page, in the same box; no entry of a menu has these. */
const TOOLS = {
  columns: 'M2 3h12v10H2zM6 3v10M10 3v10',
  rows: 'M6 4h8M6 8h8M6 12h8M3 3v10M1.5 4.5L3 3l1.5 1.5M1.5 11.5L3 13l1.5-1.5',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 3v3h-3',
} as const
export type ToolIcon = keyof typeof TOOLS

const isTool = (name: string): name is ToolIcon => name in TOOLS
const isIcon = (name: string): name is IconName => (ICONS as readonly string[]).includes(name)

export function Icon({ name }: { name: string }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={isTool(name) ? TOOLS[name] : PATHS[isIcon(name) ? name : 'menu']} />
    </svg>
  )
}
