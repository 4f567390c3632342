import { chromium } from 'playwright'
import { spawn } from 'node:child_process'
const port=8095
const s = spawn('node',['dist/server/index.js','--port',String(port),'--data','/tmp/try9','--hosts',`http://localhost:${port}`],{cwd:'/tmp/ci',stdio:'pipe'}); let log=''; s.stdout.on('data',d=>log+=d); s.stderr.on('data',d=>log+=d)
for(let i=0;i<300;i++){ if (await fetch(`http://127.0.0.1:${port}/ready`).then(r=>r.ok,()=>false)) break; await new Promise(r=>setTimeout(r,200)) }
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const page = await (await b.newContext({locale:'en-US',viewport:{width:1920,height:1080}})).newPage()
page.on('console',m=>console.log(m.type(),m.text().slice(0,400))); page.on('pageerror',e=>console.log('PAGEERROR',e.stack?.slice(0,500))); page.on('requestfailed',r=>console.log('FAILED',r.url(),r.failure().errorText))
await page.route('**/bare.html', (r) => r.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bare</title>' }))
await page.goto(`http://localhost:${port}/bare.html`)
await page.evaluate(src=>{const f=document.createElement('iframe');f.src=src;document.body.append(f)},`http://127.0.0.1:${port}/page/mg/personal`)
await page.waitForTimeout(3000)
console.log(page.frames().map(f=>f.url()), (await page.frames()[1].locator('body').innerText().catch(e=>e.message)).slice(0,300))
const r = await fetch(`http://127.0.0.1:${port}/page/mg/personal`); console.log(r.headers.get('content-security-policy').match(/frame-anc[^;]*/)[0], r.headers.get('cross-origin-opener-policy'), r.headers.get('x-frame-options'), r.headers.get('cross-origin-resource-policy'))
await b.close(); s.kill()
