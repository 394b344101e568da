// one server and one browser for all; the shell at the end, for it changes a password and the look
import './console/staff.ts'
import './console/rights.ts'
import './console/signing-in.ts'
import './console/static-hosting.ts'
import './console/kept.ts'
import './console/elsewhere.ts'
import './console/shell.ts'
