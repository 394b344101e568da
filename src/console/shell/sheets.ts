/**
 * The sheets that every page needs, in one file and in this order: what a narrow window or paper changes comes last.
 * Each lies beside what it draws.
 */
import './frame.css'
import './header/header.css'
import './menu/menu.css'
import './tabs/tabs.css'
import '../fields/controls/input.css'
import '../pages/list/filters.css'
import '../pages/list/list.css'
import '../pages/list/grid/grid.css'
import '../fields/cells/cells.css'
import '../pages/detail/record.css'
import './narrow.css'
import './paper.css'
