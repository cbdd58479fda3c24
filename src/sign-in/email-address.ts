import { domainToASCII } from "node:url";

/** Providers at which anybody gets an address: to have one is no proof of belonging to anything. */
const FREE_MAIL = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.de hotmail.fr hotmail.co.uk live.com msn.com passport.com yahoo.com
  yahoo.de yahoo.fr yahoo.co.uk yahoo.co.jp yahoo.co.in ymail.com rocketmail.com aol.com aim.com icloud.com me.com mac.com gmx.com
  gmx.de gmx.net gmx.at gmx.ch web.de mail.com email.com t-online.de freenet.de arcor.de online.de posteo.de mailbox.org proton.me
  protonmail.com pm.me tutanota.com tutanota.de tuta.io tuta.com zoho.com zohomail.com yandex.com yandex.ru ya.ru mail.ru bk.ru
  inbox.ru list.ru rambler.ru qq.com 163.com 126.com yeah.net sina.com sohu.com foxmail.com naver.com daum.net hanmail.net
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it wp.pl o2.pl onet.pl interia.pl
  seznam.cz centrum.cz bluewin.ch hispeed.ch ziggo.nl kpnmail.nl telenet.be skynet.be btinternet.com sky.com ntlworld.com
  virginmedia.com comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net shaw.ca rogers.com
  sympatico.ca bigpond.com optusnet.com.au uol.com.br bol.com.br terra.com.br fastmail.com fastmail.fm hey.com duck.com
  hushmail.com mailinator.com guerrillamail.com 10minutemail.com yopmail.com`.split(/\s+/),
);

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The domain of an address as it is compared. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/**
 * A domain that a workspace may claim, in its letters of DNS.
 * @returns undefined for a name that is none, of one label, or of a provider of free mail
 */
export function claimableDomain(text: string): string | undefined {
  const domain = domainToASCII(text.trim().normalize("NFKC").toLowerCase().replace(/\.$/, ""));
  return DOMAIN.test(domain) && !isFreeMail(domain) ? domain : undefined;
}

/** Whether anybody gets addresses of this domain. */
const isFreeMail = (domain: string): boolean => FREE_MAIL.has(domain);
