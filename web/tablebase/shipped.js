// The endings in endings/data/tables/, written by `python -m cannonfish_lab endings --site`.

const NAMES = `
K-k K-ka K-kaa K-kaab K-kaabb K-kab K-kabb K-kb K-kbb K-kc K-kn K-kp K-kr KA-k KA-ka KA-kaa KA-kb
KA-kbb KAA-k KAA-ka KAA-kaa KAA-kb KC-k KC-ka KC-kaa KC-kaab KC-kaabb KC-kab KC-kabb KC-kb KC-kbb
KC-kc KC-kn KC-kp KCA-k KCA-ka KCA-kaa KCA-kb KCA-kbb KCAA-k KCAA-ka KCAA-kaa KCAA-kb KCC-k KCC-ka
KN-k KN-ka KN-kaa KN-kaab KN-kaabb KN-kab KN-kabb KN-kb KN-kbb KN-kn KNN-k KNP-k KP-k KP-ka KP-kaa
KP-kaab KP-kaabb KP-kab KP-kabb KP-kb KP-kbb KPP-k KPP-ka KPP-kb KR-k KR-ka KR-kaa KR-kaab KR-kab
KR-kabb KR-kb KR-kbb KR-kc KR-kn KR-kp KR-kr`;

export const SHIPPED = new Set(NAMES.trim().split(/\s+/));
