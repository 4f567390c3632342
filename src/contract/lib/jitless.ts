/** The schema library's compiled validators are made from text, which a page that enforces Trusted Types refuses. Before any schema. */
import { z } from 'zod'

if ('trustedTypes' in globalThis) z.config({ jitless: true })
