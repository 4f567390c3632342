import { chromium } from 'playwright'
const o='http://localhost:8091'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const page = await (await b.newContext({viewport:{width:1366,height:768}})).newPage()
page.on('console',m=>{if(m.type()==='error')console.log(m.type(),m.text().slice(0,300))}); page.on('pageerror',e=>console.log('PAGEERROR',e.stack?.slice(0,500)))
await page.goto(o+'/host/'); await page.waitForTimeout(800); console.log(page.url(), (await page.locator('body').innerText()).slice(0,600)); await page.screenshot({path:'/tmp/shots/host1.png'})
const ins = await page.locator('input').evaluateAll(x=>x.map(i=>i.type+' '+i.name+' '+i.value)); console.log(ins)
const btn = page.getByRole('button',{name:/sign in/i}).first(); if (await btn.count()) { await btn.click(); await page.waitForTimeout(2500); console.log(page.url()); console.log((await page.locator('body').innerText()).slice(0,500)); await page.screenshot({path:'/tmp/shots/host2.png'}); 
for (const l of await page.getByRole('link').all()) console.log(await l.innerText(), await l.getAttribute('href'))
await page.goto(o+'/host/app/personal'); await page.waitForTimeout(3000); console.log(page.url()); await page.screenshot({path:'/tmp/shots/host3.png'}) }
await b.close()
