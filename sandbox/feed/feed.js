// Brings in what is new without reloading, so that a film goes on playing and a strip stays where it is.
const everyMs = 4000;

setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of ['.pills', '.faulty', 'aside']) {
    const [old, fresh] = [document.querySelector(part), next.querySelector(part)];
    const isInUse = old?.contains(document.activeElement);
    if (old && fresh && !isInUse && old.innerHTML !== fresh.innerHTML) old.replaceWith(fresh);
  }
  document.title = next.title;
  const [feed, fresh] = [document.querySelector('.cards'), next.querySelector('.cards')];
  if (!feed || !fresh) return;
  const shown = new Map([...feed.children].map((card) => [card.dataset.post, card]));
  let last = null;
  for (const card of [...fresh.children]) {
    const known = shown.get(card.dataset.post);
    if (known) renew(known, card);
    else last ? last.after(card) : feed.prepend(card);
    last = known ?? card;
    shown.delete(card.dataset.post);
  }
  for (const gone of shown.values()) gone.remove();
}, everyMs);

/** Only numbers and times change on a card that hangs already. */
function renew(card, fresh) {
  for (const part of ['.counts', 'time']) {
    const [old, now] = [card.querySelector(part), fresh.querySelector(part)];
    if (old && now && old.innerHTML !== now.innerHTML) old.innerHTML = now.innerHTML;
  }
}
