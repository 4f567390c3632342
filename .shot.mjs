import { chromium } from 'playwright'
const base = process.env.BASE ?? 'http://127.0.0.1:8090'
const [who, lang, theme, size, ...paths] = process.argv.slice(2)
const pw = { super_demo:'Harbour-Lantern-41', admin_demo:'Copper-Meadow-27', teacher_demo:'Quiet-Orchard-58', student_demo:'Silver-Kite-7304' }
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--disable-background-networking','--disable-component-update','--disable-sync'] })
let tokens
if (who !== '-') { const r = await fetch(base+'/api/mg/api/session',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({username:who,password:pw[who]})}); tokens = await r.json(); if (!tokens.token) console.log(tokens) }
const [w,h] = size.split('x').map(Number)
const c = await b.newContext({ viewport: { width: w, height: h } })
const scope = `range:${new URL(base).protocol}//${new URL(base).host}:`
await c.addInitScript(({scope,tokens,lang,theme})=>{ if(tokens) sessionStorage.setItem(scope+'session', JSON.stringify(tokens)); localStorage.setItem(scope+'language',lang); localStorage.setItem(scope+'theme',theme); document.addEventListener('securitypolicyviolation',e=>console.log('CSP',e.violatedDirective,e.blockedURI,e.sample,e.sourceFile,e.lineNumber)) },{scope,tokens,lang,theme})
for (const p of paths) { const page = await c.newPage(); page.on('console',m=>{ if(m.type()==='error'||/CSP/.test(m.text())) console.log(p,m.type(),m.text().slice(0,300))}); page.on('pageerror',e=>console.log(p,'PAGEERROR',e.stack?.slice(0,600)))
 await page.goto(base+'/page/mg'+p,{waitUntil:'networkidle'}).catch(e=>console.log(e.message)); await page.waitForTimeout(500)
 const name = `/tmp/shots/${(p.replace(/[^a-z0-9]+/gi,'_')||'root').slice(0,40)}-${lang}-${theme.replace('theme-','')}-${w}.png`; await page.screenshot({path:name}); console.log(name, await page.title(), page.url()); await page.close() }
await b.close()
