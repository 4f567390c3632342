import { field, resource, rowFields } from '../lib/resource.ts'
import type { Dork, DorkBody } from './dork.schema.ts'

/** Categories of the Google Hacking Database, in its own order. Source: https://www.exploit-db.com/google-hacking-database */
export const dorkCategories = [
  'footholds',
  'files-containing-usernames',
  'sensitive-directories',
  'web-server-detection',
  'vulnerable-files',
  'vulnerable-servers',
  'error-messages',
  'files-containing-juicy-info',
  'files-containing-passwords',
  'sensitive-online-shopping-info',
  'network-or-vulnerability-data',
  'pages-containing-login-portals',
  'various-online-devices',
  'advisories-and-vulnerabilities',
] as const

export const dork = resource<Dork, DorkBody>()('dork', {
  area: 'library',
  path: '/dorks',
  label: 'title',
  fields: {
    ...rowFields,
    ghdb_id: field.number,
    title: field.text,
    query: field.code,
    category: field.one(dorkCategories),
    author: field.text,
    published_on: field.date,
    description: field.longText,
    reference: field.url,
  },
  find: ['title', 'query', 'author'],
  filter: ['category', 'author', 'published_on', 'ghdb_id'],
  sort: ['ghdb_id', 'title', 'author', 'published_on', 'category'],
  order: '-published_on',
  unique: [['ghdb_id']],
  verbs: ['list', 'get', 'export'],
  read: ['ghdb-library', 'ghdb-detail'],
  write: ['ghdb-library'],
  page: 'ghdb-detail',
  plain: true,
})
