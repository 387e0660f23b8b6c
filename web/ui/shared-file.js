// A file that another program has shared with the installed page: the service worker keeps it until it is taken.

/** @param {URL} site @returns {Promise<File | null>} null: there is none */
export async function takeSharedFile(site) {
  try {
    const name = `cannonfish shared ${site.pathname}`;
    const answer = await (await caches.open(name)).match(site);
    await caches.delete(name);
    if (!answer) return null;
    const content = await answer.blob();
    return new File([content], decodeURIComponent(answer.headers.get('X-Name') ?? ''), {
      type: content.type,
    });
  } catch {
    return null; // this browser keeps nothing
  }
}
