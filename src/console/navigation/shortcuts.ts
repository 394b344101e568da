/** One keyboard shortcut: what matches it and what the sheet of shortcuts says of it. */
interface Shortcut {
  /** `key` of the event, or its `code` where Alt makes another character of the key */
  key?: string
  code?: string
  ctrl?: true
  alt?: true
  shift?: true
  /** works only where nobody is typing */
  idle?: true
  /** as written on keyboards */
  shown: string
  text: string
  where: 'everywhere' | 'tabs' | 'list' | 'record'
}

/** All keyboard shortcuts: handlers ask this table, and the sheet behind `?` is drawn from it. */
export const SHORTCUTS = {
  find: { key: 'k', ctrl: true, shown: 'Ctrl K', text: '查找菜单和记录', where: 'everywhere' },
  help: { key: '?', idle: true, shown: '?', text: '显示快捷键', where: 'everywhere' },
  maximise: { code: 'KeyM', alt: true, shown: 'Alt M', text: '最大化内容、还原', where: 'everywhere' },
  fullScreen: { key: 'Enter', alt: true, shown: 'Alt Enter', text: '全屏、退出全屏', where: 'everywhere' },
  favourite: { code: 'KeyB', alt: true, shown: 'Alt B', text: '收藏、取消收藏本页', where: 'everywhere' },
  restore: { key: 'Escape', shown: 'Esc', text: '还原最大化，关闭弹窗和面板', where: 'everywhere' },
  previousTab: { code: 'BracketLeft', alt: true, shown: 'Alt [', text: '上一个页签', where: 'tabs' },
  nextTab: { code: 'BracketRight', alt: true, shown: 'Alt ]', text: '下一个页签', where: 'tabs' },
  closeTab: { code: 'KeyW', alt: true, shown: 'Alt W', text: '关闭页签', where: 'tabs' },
  pinTab: { code: 'KeyP', alt: true, shown: 'Alt P', text: '固定、取消固定页签', where: 'tabs' },
  tabLeft: { key: 'ArrowLeft', ctrl: true, shift: true, shown: 'Ctrl Shift ←', text: '页签左移', where: 'tabs' },
  tabRight: { key: 'ArrowRight', ctrl: true, shift: true, shown: 'Ctrl Shift →', text: '页签右移', where: 'tabs' },
  tabMenu: { key: 'F10', shift: true, shown: 'Shift F10', text: '页签的菜单', where: 'tabs' },
  filter: { key: '/', idle: true, shown: '/', text: '到第一个筛选条件', where: 'list' },
  rows: { key: 'ArrowDown', shown: '↑ ↓', text: '上一行、下一行', where: 'list' },
  openRow: { key: 'Enter', shown: 'Enter', text: '打开这一行', where: 'list' },
  tick: { key: ' ', shown: '空格', text: '勾选这一行', where: 'list' },
  previousRecord: { key: 'ArrowUp', alt: true, shown: 'Alt ↑', text: '上一条记录', where: 'record' },
  nextRecord: { key: 'ArrowDown', alt: true, shown: 'Alt ↓', text: '下一条记录', where: 'record' },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof SHORTCUTS

export const WHERE: Record<Shortcut['where'], string> = {
  everywhere: '各处',
  tabs: '页签',
  list: '列表',
  record: '详情',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>
const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'
const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.matches(TYPING)

/** Whether a key press is this shortcut; Cmd counts as Ctrl. */
export function isShortcut(event: Pressed, name: ShortcutName): boolean {
  const wanted: Shortcut = SHORTCUTS[name]
  if (wanted.code === undefined ? event.key.toLowerCase() !== wanted.key?.toLowerCase() : event.code !== wanted.code)
    return false
  // what Shift makes of a key is in the key itself
  const shift = wanted.idle ? event.shiftKey : wanted.shift === true
  return (
    (event.ctrlKey || event.metaKey) === (wanted.ctrl === true)
    && event.altKey === (wanted.alt === true)
    && event.shiftKey === shift
    && !(wanted.idle && isTyping(event.target))
  )
}
