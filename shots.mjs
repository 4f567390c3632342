import { chromium } from 'playwright'
const base = 'http://127.0.0.1:8140'
const [name, path, w='1920', h='1080', theme='theme-dark', lang='en-US', act=''] = process.argv.slice(2)
const r = await fetch(base + '/api/mg/api/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: 'super_demo', password: 'Harbour-Lantern-41' }) })
const { token, jwt_token } = await r.json()
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const p = await b.newPage({ viewport: { width: +w, height: +h } })
await p.addInitScript(({ token, jwt_token, theme, lang }) => {
  const s = `range:${location.protocol}//${location.host}:`
  sessionStorage.setItem(s + 'session', JSON.stringify({ token, jwt_token }))
  localStorage.setItem(s + 'theme', theme); localStorage.setItem(s + 'language', lang); localStorage.setItem(s + 'locale', lang)
}, { token, jwt_token, theme, lang })
p.on('pageerror', (e) => console.log('ERR', e.message))
p.on('console', (m) => m.type() === 'error' && console.log('console', m.text()))
await p.goto(base + '/page/mg' + path)
await p.locator('h1').first().waitFor()
await p.waitForTimeout(1500)
for (const a of act.split(';').filter(Boolean)) { const [k, ...v] = a.split(':'); const t = v.join(':')
  if (k === 'click') await p.getByRole('button', { name: t, exact: false }).first().click()
  if (k === 'row') await p.locator('tbody tr[data-row="' + t + '"] a').first().click()
  if (k === 'sel') await p.locator(t).first().click()
  await p.waitForTimeout(900) }
await p.screenshot({ path: `/tmp/w/logs-shots/${name}.png` })
await b.close()
