// Runs on the sign-in page, in the browser. The hub is where this script came from, one folder up.
const hubUrl = new URL('..', document.currentScript.src).href.replace(/\/$/, '');
const { csrf, realm, texts } = JSON.parse(document.getElementById('visit').textContent);
const form = document.getElementById('sign-in');
const notice = document.getElementById('notice');
const buttons = form.querySelectorAll('button');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  for (const button of buttons) button.disabled = true;
  try {
    const registering = event.submitter?.name === 'register';
    const refusal =
      (registering && (await send('/api/account/register'))) ||
      (await send('/api/account/sign-in-with-password'));
    if (refusal) tell(refusal);
    else location.assign(`${hubUrl}/${location.hash}`);
  } catch {
    tell(texts.unreachable);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
});

/** Resolves with nothing, or with why it was refused. */
async function send(path) {
  const { email, password, rememberMe } = form.elements;
  const response = await fetch(hubUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
    body: JSON.stringify({
      realm,
      email: email.value,
      password: password.value,
      rememberMe: rememberMe.checked,
    }),
  });
  if (response.ok) return undefined;
  const wait = response.headers.get('retry-after');
  const { message, errorMessage } = await response.json();
  const refusal = message ?? errorMessage;
  // Other refusals are rare, and told in the words of the hub.
  const told = /^the email or the password is wrong$/i.test(refusal) ? texts.wrong : refusal;
  return told + (wait ? ` (${wait} s)` : '');
}

function tell(text) {
  notice.textContent = text;
  notice.hidden = false;
}
