/**
 * Pictures of 53 by 37 pixels, computed for these tests and written by the tools of libwebp 1.2.4, with the first
 * digits of the SHA-256 of what `dwebp -nodither -pam` decodes them to: red, green, blue and alpha of each pixel.
 */
export interface WebpFile {
  name: string;
  command: string;
  pixels: string;
  base64: string;
}

export const WEBP_SIZE = { widthPixels: 53, heightPixels: 37 };

export const WEBP_FILES: readonly WebpFile[] = [
  {
    name: "lossy",
    command: "cwebp -q 75",
    pixels: "decb0aff5085b8e8",
    base64:
      "UklGRnoCAABXRUJQVlA4IG4CAAAwDwCdASo1ACUAPpE8mkkloyKhKBVdULASCWwAnTKEctejflB7AlI/q/322hElMLjxQM0A91u9MfsB7AH6ge" +
      "mT7GH7UE0P/0fks+eN/AcmjXHyEY5PKxSx2aN15qDjdNYll6sdZJHH/EJWXEDVRTmr1Ff8E6SnUOJiu7AhYOasuzD8AP79H05lsrdD62sQrYvT" +
      "Mpd1/9yvevvo+WsLT23JedRv8XAZbh99+10pp1KKFSaHChuOV4pwwGfaoSGFHAVGJOpfydd1Mm3j5ViVAn58G/NyPi0RuH1fCFkDJX+2DXDCna" +
      "abceR572X7namrlIDA0hq+/vOvUL+b5OkvI9NKs3c0Pz7OQ3Ttl0ze2VUIbJ7E4PL+qbnQc7njc0ytgFxoEcH+NoP4bDO9ESWK1Xq9tyw4rJbH" +
      "DADaR1V62bz+E7l0B65+f0ZQjFXsQ3fS5/LrhPeTSFMUfYIAuaO+azsia00KJUa7XWVw6CPtt/DZxdxE6I/5bo7Q0B34IOEo37A0sc//i/6Ddu" +
      "t6mp8M/obQdFpIx+OX2HbT+tV5LfYpUWElYnhKYpyU+yW/264eeThohpTLIj5fFhFYGHkXP/lSufy9nH3Bb/7uOwV2ePzWe4vvGKGTT/kEbXnr" +
      "wGY01kA9Xjh91mb47YDcjpedQWkkuV5F0/tITH847YWZ7iwbvAd9rw6XMzOjvgZ/S5Ajz/+XK3E6qPPx1v+/OJEx84Mj5w+jlNkz50Vep5/oXm" +
      "77PKogJndQT390h1Uj1LMnX/f/DX/+g96A45NmevkSXk9Pn/YRzOpof20YKSYRw0aMv7pb+Z5J//Wh4FRoAAAA",
  },
  {
    name: "lossy, coarse and strongly filtered",
    command: "cwebp -q 5 -f 90 -sharpness 5",
    pixels: "cc107b56d2fa42e5",
    base64:
      "UklGRhYBAABXRUJQVlA4IAoBAABwBwCdASo1ACUAP5m61mG/tjCrKBVdU/ozCWwArDlBVV5V5neIgL21mlGkx6kjCUJ+x2PCncmvqCIY/lxdTT" +
      "+O/K+aMAD+2QbsIBQE9HcXPq5UPfWMd29pwoyEPKQnySuPuQHPqQH19mC7MmP4NmJcLGZKCO3gjVtH1PcmXmPzsADyiVtyWaFf2ZHUXwiUlxRL" +
      "yc3w8bHRbUo8VeXbrDxDOKiE8VpjxTiEl2j/zZs8eFhd2B+QsbNZqi5oovG3A5WsQeP5+6j/HqSW1DUG0OBuU7jCN+EsM5sw4+Jr79QXeH/Ael" +
      "y+U6bmoQdJbOb8egbYchhuFqL4QyKZCs47L0d5QjS4id31zmAAAA==",
  },
  {
    name: "lossy with the simple filter",
    command: "cwebp -q 40 -nostrong -f 70",
    pixels: "c37591685912b598",
    base64:
      "UklGRvABAABXRUJQVlA4IOQBAAByDACdASo1ACUAPu1mrVArpiUjKBVdVXAdiWwAnTKEe8+9eaBVv7FtjpJrcvpflmbeVSvBC9vFY9gOv/2s+x" +
      "O/foaqRf6V1EFxcAZlytK7UTVJk8Fgeq/XbkfdACi4S7/Wo3ovDmMglFCvJoAA/vWWl6/ylEiXPf45g3/83cSQESxEnFwXs65v9O4uLpnUhmzJ" +
      "PEoUV56ebM98L9Eyb/58ASnusIbiAOtwQvAAjj0PwbfBNBkThdSJ26dib5hN5bb0NL17bXQ6za6wCyipSYtP/kqpp9vMOFWL1cFVDkXGBoeUBo" +
      "Y4tEb6UJcUGN5EOCtrjGq8GSffTmPCbWl6u1TYwJvxXr0PTp8ZmGRVEp6g14eNeEDAt1jtsMrPFu2F3Sr48raSZ/N+AyGj1q4d7kOChkHgoh0M" +
      "kPAMeOUhSPyKNRh+LYWL6wlvdXR3Q+HAjG2gOV4/f+x4tYaB1wP/KitBNXQoh+KIFHC7Y3X8W43pDyRVzhu04He0QPVl8teiiuTWbWNN0aPLBI" +
      "Yki8Oj2KrD82s0qc8u0//X3ne4dmXVAs2aYrvyHKUBLvX3ww83+BTDqOVrc5j5ahUESz9St/6p+Gc/envcF/MoOIZaL68Ncx/fjWKPD9AbHlzo" +
      "8pP8Zd6mQIAA",
  },
  {
    name: "lossy in one segment, fine",
    command: "cwebp -q 97 -segments 1 -m 0",
    pixels: "4234e21ad430639b",
    base64:
      "UklGRooGAABXRUJQVlA4IH4GAABQCQCdASo1ACUAAAAEJbAAA2LbMGRv18GfHHMzegXkjtP7e4CdqfGwr+OH2KG90MQc4hZgOVNHQ0aLSPTnqx" +
      "3IeJEX6vOED2swgNv4XEmTysGdQAD+//8h7/Q05ejC+wwNXYy4p7iY7Ch29o5SZRNAq0u0S0fqlpP4h94r7LgQh/xWHS/M7///x3mj9jk7nv//" +
      "2BX/xMf8l3hLkTf/8Vh/4mP+S7wlyJv6Q/8XO+Pdf4/6f8Ls9gf/+/Jz1ER/Gvk2f/9818muB/2ORf7f9P/z/3/5Xc9jxSKRQZ1SU4am0YqCB/" +
      "fqVvf/n4/+Pd44P3+wMh9+Q27biH41DFrwAL3WY4//ej+3P/n8/U83Cx/952HA/qgmoR3/+cTU2P5FBBZEDp37YRR59hJps8EDL6b0v2QRZsrn" +
      "/+fT/8VZ/5/9P+n/5/6/7+mA/p/x/QX/1Mh30PE7H36/YvAgj/rgBx3//TG04Wif/6wEeR8+/487we//df+f/v8z7n3/q+XitSMsLQwWFmKtaq" +
      "DJl0FcEVjndrfNMR+Ov41/FEAUu63vEO9weKxkK2Hypr///NmQv+8nc9//80F/4mP+Sh4XIm/pD1P+h5/idj/ycv/3/8TsYD+n/P+/p0//96/a" +
      "fz3E7GO/c8N//+ht7vnDK8P5/49AJbVj5RfkMuQGBPeDRrXO46wya5/gUU6rtMkTf804zh/tq/392vhgH+Tlv88f/8uKOgn//R2DXTL9/lxxOe" +
      "8MNltIJBgi92DKf+Lf/8xo3ljv7ttqDPvx2U89+M0G/bHLfi/J0tCtML9G1cfx17Gf/8O7OzjuJ2O0X/xc64V/5Ff8zuP74S+/u1/3/+kk7+v/" +
      "ybtd/61/6/ffj48Vj//tMLf5L4H/n/8za/x2/6hJn1X//8G0P5cf/ob9/DKR+ldXUdg9ZDswBTMmI7A5VyOjVxLoIVEtxP/+YqCOUxepirisgB" +
      "YPxS/rOy7v05tzHzZ/9ezH8/+Tu326/8h7P64B/iX/0WX9fSjfWQ/7+ctHB/5tcyGPn/Hj/8iv/Zjf3/4/6//f5298f8/9PtP9unqw3+lh/32D" +
      "xmf7xO0uFnxhmkbgVgmNH7bGftGN6EK0yGwc0O8WGLt97OKPx85o/xYfv/7/8lz//GL/mhD/kUnqv9Of1T+h5ZE6O+3P+ee/lc5/yK9jtiWK9s" +
      "/T6p3GAklkWuVP//Sw/xi/4Nf/2Af3bTD/0PP87//GL/n2z/6Afuv3nyMV/zv0//41bUOJf7IP+Jj/Uafzv/8m3/Hb/k23zA/Z7Hv0r/v5z/v/" +
      "9JJ39f/Pp/9//0Bobk7/2p38wX6/+6/+f/M7ydv+wDH/idf7+TsF/7eoS8i/Whv/Aa/lx/+uHy/+DXHczuPf1ssHP5nn//5aFrbU38+w/+Dlnt" +
      "GmxRXtYPt/YG44bP+///R52YX+tP3h9B/nv+Jf4xaOs+Rf/7IPnbVtv66DOVR2fIcp1/8PPR9u9k1//97a/1S8n+OqGx/l/6FLXlX/+35C//RE" +
      "Lj978q/df7tfbN+3rN1cjj/xOx/+jeEc9R+I97/RJWv3x/gftgP/qy8stf/PHn+f+v/v/3/MK/5/8TtuP//vKrkv+66Lf+bLoF8ZYhI0fVezTc" +
      "KfpGyK3B/lKa/8/8+f5/vZH/jt/E/48XW/Nue3/+oL/+NDhg//5t9jZNpzwf/6slQ//AbdjksyVDD0nwIrFRxRMzNPxH/v8TlntP+PMA9lH/hr" +
      "vvLq//zXfQP/wQP/CJXev2TZ9keuoSDs62k5ihblvX5z/8e/hr/3lBq/nmz/9RpybTf+yDyv5//IdsMX/b8zg/+/J/d/6pn/C1ZP9Dwf/C150V" +
      "X/95Q6db7ve+CJPy+tnF9cl/9yg7Yf/Kv//wTv9ae9V+wPfT8FaHwoMlwXz/z/z6Eid4660vr/+Tu//H/H/GAv2f+nX/o64Zp/JM1b9vf+xB97" +
      "1ft/LXfz/zO3+14l3/xO5O5/8J368wX/yF9Bz/al69vZ//606//Ex/+vY/5cn+RX/DX/vyf+9tf6c7X/+UcX+Hn/4hrbn/57//lxuT9xqhgANv" +
      "//4c3H/7Yf//EHv/pf3G/UsDTxSew3O7R/7id//xMT/5V/H3af5yd2/6f+lzb/pn//vk3/+23nD3/cOf/tgf/nlM/H/7m//7xGjf/zkpn+rnX/" +
      "++wf2/CYPa//CRX3f/RyYqDb/1tRfX//FFf/pDgAAAA=",
  },
  {
    name: "lossy with alpha",
    command: "cwebp -q 50 -alpha_filter best",
    pixels: "39b0630ab7905016",
    base64:
      "UklGRsYDAABXRUJQVlA4WAoAAAAQAAAANAAAJAAAQUxQSJgBAAANmYjof0BiG0mOJEWOWGXU+Y/7f3dO3ySwU1Ut3oGICWAYAGkbMkGSJun64e" +
      "U/AEzsyWCAPfUDYAc54KmnVZwLSosL872ikupUKivmSsZxXjGnpiVYWJYqmWLKnJbL5XZNesqke9qChEVW/mbS/SUre9YtLTL6+9L1ltFeWUFW" +
      "pbezvvUqp6oR6E2PdYQkWqQ/NwgteP1UxtJtkDRZT1lDHsR6y7OENiJFB9M1o9KYaEK67JFndPZ0NmSfUumayfjEGZtEt9HmSj9o7PkELM/VFS" +
      "9KXPcMuJbDppFlcQpP/JeEuWhWzuU4jtQm1GdAk6yU9HDpDDhDV50H9Ui24/gZiToVTE/lWkfhv6vnHJ4eSe5H8Z1KDyRYPDBejuJr9GpjIuf1" +
      "GD5TqXlYkGN4ux7B758x3pDPircj+Miz6pGd/tiPt0otZbD+AD92l/pDHi1FS/rtumvERyVTU1i8zNxed1zoJ8kGUctt9ZzstXz+vhfPRdEopf" +
      "6nJPt6u1wuyePx+PN38tcBp9HT4+usmHpcVuGP03lcggJWUDggCAIAADAMAJ0BKjUAJQA+0VinTigko6IoFV1RABoJbACdMoR3N6r5glUfuW33" +
      "E1hkyzzvIhKgPGy9JOUFEs7KpIRWIflLQ3XIgWW15mbO4W9ZljaG7Vwc+Bvr6v/0A831XE0t6IX83i73RtEirUAA/veWAVinHm0BlZM35iN8oH" +
      "/0BV8cIl8EIkCDzfYIBlK675zWMu9gOJvfxi3Blz0NoI/lvlC50+c1dZ+dcAOAIZU6ycmT09zm6YAHrdrp5o3ePnuYN8QwbyG3TGsdWOUj7/ME" +
      "GR4hgrK2FImDKrDIMju0bXCd8K4mtjJ287klQo7pV7HvPGBVAoV2mZcO4/FUKv+pFaRudM6MNSEXqHpLPp2xQvQ7etDel4GqcylR+YEqhPHiFk" +
      "3Zz7j4a7Hc0rvxER3IP9ZlXUurqxXfdb5wyl6ovrLFsxM9ECJwH8W5+C+4rksGb4i7Dlai9t/4C/CW/XdWOJQqX3nDvfI6/gKb/7jxawYMK8/+" +
      "hRYdJ5CnBSlmlyL9SAVFcaD5p95MyT6iL5ATH8XFQej/XMqsm+12fofqQ5+Mo1NhA9vTJX5JF8s3FCVIv8JL//4Obbtj66peHg0/o0w178heCe" +
      "Z73MkoJWBP/gzCFnpgaPlMFu86xdJ/0C38979v/DPBma3XYn/Nl7vzl/6TBbsuTA1V1ib8HJflzIIk9/jLvqaBAAA=",
  },
  {
    name: "lossy with alpha that is not compressed",
    command: "cwebp -q 30 -alpha_method 0 -alpha_filter fast",
    pixels: "e91e6eaac3b28d1f",
    base64:
      "UklGRogJAABXRUJQVlA4WAoAAAAQAAAANAAAJAAAQUxQSKoHAAAAPklUX2p0f4mSnKWutr7GzdPZ3+Pn6+7v8fHx7+7r5+Pf2dPNxr62rqWcko" +
      "l/dGpfVEk+MidGUV1oc36IkpymsLnBytLZ4Obs8fX5+/3////9+/n18ezm4NnSysG5sKackoh+c2hdUUY6Lk1ZZXB7hpGcprC6w8zV3eXs8/n+" +
      "///////////////++fPs5d3VzMO6sKackYZ7cGVZTUI2VWFteISPmqWwusTO1+Dp8fj///////////////////////jx6eDXzsS6sKWaj4R4bW" +
      "FVST1caHSAjJejrrnDztji6/T8//////////////////////////z06+LYzsO5rqOXjIB0aFxQQ2Nve4eTn6u2wczX4uz1////////////////" +
      "///////////////17OLXzMG2q5+Th3tvY1ZJaXWCjpqmsr7K1eDr9f/////////////////////////////////16+DVyr6yppqOgnVpXE9ve4" +
      "iVoa26xtLd6fT////////////////////////////////////06d3SxrqtoZWIe29iVXSBjpuntMDN2eXx/P//////////////////////////" +
      "//////////zx5dnNwLSnm46BdGdaeYaToK26x9Pg7Pj///////////////////////////////////////js4NPHuq2gk4Z5bF9+i5ilsr/M2e" +
      "bz//////////////////////////////////////////Pm2cy/sqWYi35wY4KPnKq3xNLf7Pn/////////////////////////////////////" +
      "////+ezf0sS3qpyPgnRnhZOgrrvJ1uPx/v/////////////////////////////////////////+8ePWybuuoJOFd2qIlqOxv8za5/X///////" +
      "/////////////////////////////////////159rMv7Gjloh6bYuYprTCz93r+f////////////////////////////////////////////nr" +
      "3c/CtKaYi31vjJqotsTS4O77////////////////////////////////////////////++7g0sS2qJqMf3GOnKq4xtTi7/3///////////////" +
      "/////////////////////////////97+LUxriqnI6Aco+dq7nH1ePx///////////////////////////////////////////////x49XHuaud" +
      "j4Fzj52rucfV4/H///////////////////////////////////////////////Hj1ce5q52PgXOPnau5x9Xj8f////////////////////////" +
      "//////////////////////8ePVx7mrnY+Bc46cqrjG1OLv/f////////////////////////////////////////////3v4tTGuKqcjoByjJqo" +
      "tsTS4O77////////////////////////////////////////////++7g0sS2qJqMf3GLmKa0ws/d6/n///////////////////////////////" +
      "/////////////5693PwrSmmIt9b4iWo7G/zNrn9f////////////////////////////////////////////Xn2sy/saOWiHpthZOgrrvJ1uPx" +
      "/v/////////////////////////////////////////+8ePWybuuoJOFd2qCj5yqt8TS3+z5//////////////////////////////////////" +
      "////ns39LEt6qcj4J0Z36LmKWyv8zZ5vP/////////////////////////////////////////8+bZzL+ypZiLfnBjeYaToK26x9Pg7Pj/////" +
      "//////////////////////////////////js4NPHuq2gk4Z5bF90gY6bp7TAzdnl8fz////////////////////////////////////88eXZzc" +
      "C0p5uOgXRnWm97iJWhrbrG0t3p9P////////////////////////////////////Tp3dLGuq2hlYh7b2JVaXWCjpqmsr7K1eDr9f//////////" +
      "///////////////////////16+DVyr6yppqOgnVpXE9jb3uHk5+rtsHM1+Ls9f//////////////////////////////9ezi18zBtqufk4d7b2" +
      "NWSVxodICMl6OuucPO2OLr9Pz//////////////////////////PTr4tjOw7muo5eMgHRoXFBDVWFteISPmqWwusTO1+Dp8fj/////////////" +
      "//////////jx6eDXzsS6sKWaj4R4bWFVST1NWWVwe4aRnKawusPM1d3l7PP5/v///////////////vnz7OXd1czDurCmnJGGe3BlWU1CNkZRXW" +
      "hzfoiSnKawucHK0tng5uzx9fn7/f////37+fXx7Obg2dLKwbmwppySiH5zaF1RRjouPklUX2p0f4mSnKWutr7GzdPZ3+Pn6+7v8fHx7+7r5+Pf" +
      "2dPNxr62rqWckol/dGpfVEk+MidWUDgguAEAAFAMAJ0BKjUAJQA/EXa1UywmpSKoFV1RgCIJbACdMsuyZ9Dx6/Gj0Z2iO3hQ+4zexLvNpKmPFY" +
      "8rOv/cAwbjnhywAo0/XcQvQ812QCSASVB5iAWG9Ut74F6/eMjAQIrzl8dwjMtBvEpqhXgAAP7xB86JNX6ngqxq07/+RvPDJzS1SO8UxHDCniji" +
      "SAg7i+HtiQvEUGe6fNUwFExMBxVswli4MANkMezJIeqNcLLOMi+ZeLs+ETN6Glu77M8mvwv92qk4MyTYawKOaYdyUT1NRsh79zX2ItkrR9KFXI" +
      "DRorLSMHBRZeS94v7zzIJMQhZOuBEks40Mgra+jMqYce1NH6I3ce30Zf0fi6H8d8dbmqR+4BAIU/hmRWFHGjs7cTqpFuUH57rJ7BUVwlvdX08g" +
      "YHY0pz3+1L7zmKPRrd/4JoWXrNvbcY+XhXZ8GsQ35Wg+BFgQk4zDRe4r2rS/UfzoPydtXQb3qUCRZX1rjuhWU5EYJVI//7Aq+NQ1xD+Yr99X9V" +
      "uO4GPkvekBaz9T89rvLs70ZPqzQzn/vnd9+5rI7OWtHGUEXyOEEb5ByQXqRBOa+tj9+84qoAAA",
  },
  {
    name: "lossless",
    command: "cwebp -lossless -m 6 -q 100",
    pixels: "f550936227c6df94",
    base64:
      "UklGRnIFAABXRUJQVlA4TGYFAAAvNAAJAAFFbSM5257hT3jrHYKI/k+AGY8diMHPAfggb24HbCJJjtOhwoMh/qgU/wLg3wQUt20bcYD07v6TdY" +
      "i8ijxNRbKxDwH0z6eEv/5PAC568NPNjcwNKIzYI5PJByBRqBwcRur3oj64UpMEWEFB2zZSzB/2/YcgIiagmzJd0Nr0k1BQRZkO8xtwY9t2nWzc" +
      "P5icNiiBKmibISYiIqQCeQFHpoEn+wbe8D9e5slAiiTJkeSPDFArgSygBbMwToKaeTiMbTtRfmRdI21QFn3QG224S7LuSjBw27bRHXh7X+JHyL" +
      "mt7dic+caOk9LubNu2kzKlbauybdu2zcpmNZ759F7BT7iqu8sVW3Bu2zb17O+L09m2bduobNu21dm2foDtlBmpbHxGFd0Gzm3bpp79GbF+gZ10" +
      "ttm5tTs7lW2zSirbrG4Z204+m8HAbSNFpYNleAV2JEkwRjH55JDJEC00UksV5SyhhPSUUpZRQQ31NLM/UbLJo5AY4yR/P4kzRsE3WUQYJUTLkg" +
      "rKWEKakmnFcqpEihAmsfjiiCkIM5ZFzhmAfwAGiqAgVYJRpZQmMYzH4wXWRXfMeb8fT8ZpkqoXZBms9IKMg1VJvMgZ0yIPWFXwh6L6HIpq1psW" +
      "zU9pROQm/OaZcui3gyMJJLwgwl+5NPeWTv6uOmCrE27eKpVIl9GsXAA9AGlU64iwYKJUWI2q1JQH7O+63TZAFEWg0eKbUtrTS/6u29AAka8BGY" +
      "N6ahdvIq09I4SypBswYQYCLEPQDt5EKqfIFO8QjStKJvxtMqOVd228/dpaQXJ3ozhIPQApF+AGKPwOBGSkXdDWuJAY+eafLtCsSDcAFmmgd+TV" +
      "ZX//v3H2kphaiofIBWCp5MAMC8tzlbMXbeovAXySIgpNI8OZ0cnvpmYTwRNpYDcgCwQwyAPo1OwsJDV1noQ/CJJSChACmJGEEHCyZKY3HOAULQ" +
      "T47AHEV+Yu1FlIYfopGf9GymjmL/UXSpSRTbjwdxbSmB5MAY+kEWQCQ5ygDibpTd+mgi8zoUlhSAf+x2xnL7Pp9Yzxc0/mw+jcIzxhUXDDePmP" +
      "ny6Osyj8XT64oWyAWJYgElzG+Hi5H4qs/zuXKTlSDrtdDIUklsaoAx6eL+u32DaHVPmiPyCd0qATts/scArvWqTNp5DaS6JopoNNixFaN9SvWp" +
      "puaF2yk0bGj+sePFeKZ7NLKfUMH6/cEUKP2/bwbLl6CSWmxzgsu6vtNe2BVkHWz+KoDdJgnZZQlbBby//m+vuolQ0Je8i7ksVNx7sb7TUI5V8/" +
      "oHReSVmhPNEAOTJbs6gDTb1fnCR418Qgsz8ZnpeRui+M19YWwnrJyHLlmcFCPwc64AHw9/z6Q2oxB9DiZVfzI5Xk5jd2pZi3N2xOE4+tD8Ojbe" +
      "7Qbprr7ZfybKyCk/FTwnvL1SqNvCAhYaCQ9GA9zQTNaCO/XnT3ikAcQG/ZUySxIQtNuosmFdfUqqVUePCePz6Tkckba/s+0v13Wa74zEydSJfF" +
      "PWSXAxioyw6lkI5/pf3se+GWZQKac2nHhndGXPQLnsJnTjUfyqh6PLDESGQfbJ3vCJ/a9Ff6pJp2Tc81RfpkzaX7tUzP1qERNXs5JQTCzrWnFR" +
      "tKKYiBCYC681pvz96otczxaR8oEByw9Zvs7Vn1bOg7bGpbRvOKVMaHj2cKH5j/C3UcZ85tXNuYLfatn3Sx0Y7evJB9ntcn+crx+Om51WE6gRM1" +
      "V4UNzPfChgvbq2hBq+x2iTFDydxp2u7hboOi6HjwE59OqG7Hx1XnhQ0JBub/mnvzGduUOvaG2YyG3OvD+fxGil+l52xqKzuRecm6OCu9cIBPCQ" +
      "==",
  },
  {
    name: "lossless with alpha",
    command: "cwebp -lossless -exact",
    pixels: "adb4a1f9d3442cfe",
    base64:
      "UklGRugHAABXRUJQVlA4TNwHAAAvNAAJEAmAIAb8RyuI6H8aC7OMJA3ClefPdQBfP42SyLaqzYBCIukfhAQMGZ7iLwQCSf6CCwzS/wB8CpVOwG" +
      "GTGYBRAAEo0JiAAAD4tJ02FLRtw9T8YXeHQkRMQHZ8SCM32yZHUr5DlU8EWARAMARJNqSBrzVdtTMXwp7op9GL1c9ahd5BTlnX6B43kSQ5UhpT" +
      "MO9eMHkiWlB7EPsGxNp22zYEAXd1ezXvk1kySjbIHDlutOJGfHwGjSQp6jkGUe/fD+M4NCTJko5wRdt398w/yLVt27Sl/Wwr9Cvbtm07rNC2Fd" +
      "m2bdu2bYSuh7PXvfULsxytVplXO+FLT0U3PE0OZNumbc1nv8i2bdu2bdvObNu2bb/cth19Aw5t26ad8/JifVWx/VXFtm3bNjrbNio7nUrbaW1b" +
      "736HbRs5EnW5/2Lv8w8Dt23jBJV7uLuNPQJfCx0m7SczThomNYM2k5aDkU4Y9On06HRvdG3MqdGp0ql8o0throlKokeidySIqYEIKbT8aWNqPq" +
      "Z7qX+pe6m9qbmZ5qbVRYuT5CScjB0kB2Gnz0HPnf43puxUNrpudNl+MGWlxyYODQShDAcQYFTgAvDWduuMJGQgIAsGFJihwgKvFWqINmvQIBlu" +
      "BHCWiAUAcP9RIeSpQJnFviatoQquFisg2sCA4lVBAyQgB6QERqUpAFpHOIFSJpiqGFsCCJUYygNq2awzKDDDS9cUgJNssk8uhmrsTD5Zj8s5Or" +
      "zCUyiEe4YAOmWvPp/T1NYGQbQfEfAIbwtAolWIq3KxKQ1V0aLtduu8bxEBDMBds1br7O5iWUzetZGzXb78cn8VHqwLD/8F1o3fe6twat05vWau" +
      "fDcYAA0xEM5bPZtVhWS4NANG0uDZauXvePf73YJHEjcApAIADGnqwM3zN2H1cDyNbStwLj3bBNOU0lw3Alk1JIEeUrF41/JHbqJHgB5wPbNKWy" +
      "biab4qYCuYqjG7100VnwyntZFqqYo96x65CZwVuLphk92zAfQRX6G1TD65q6mIRxrti8K1B7Y+cgOQAsCpAFTdAQBU0Bl2aMmMwc8CLeZCPiFT" +
      "SxH3aM6G7IIs69L1wJ5HbgIRFrrMwgwuqbHq+JoigwrLdXaY5lTdlrW4RmPgQted0K4bQAoAnTL+ijYDcM/AoYJF9zm/qaWsQc45RSSb/oPJuv" +
      "gCV38F7f4AFdL+ArmVweXtFz/N6rDkmss2MsLiJNW9zqaXbvhjj0BdEV3M1BR/vDFwWIBJz1bWoBFCIOagfb4yg7Xe9GANCGgjaAX88MXA/03I" +
      "MlUECAOIWfZCVrll5iEBYEIKgPBfKgD74pdpukMDMpPRGxzxYGSebiusHbIh8hbAC4DZISPwAUJyUVc18WRkNvRHb5E/ZxgHONy7D7h8iBBvW1" +
      "DXE52nOwovAWEwG65hikAYEG/w0kD+gqQVIfDbDNUECTqDdxVso5OzC4GIFwTp8RckgbbgQkUkw2xyhQg5rHPO9xQ+MgsFECoi7AkR2kX6E0AK" +
      "1V3YBxUW1iO2G6QEknOc37659joCkiOGLghJGKK3Mc+VSfQR4NsRArD8nPql6gTVY2swggKJHg+8YYBJAwgCiDtINAqcUUA/26XwnwIxpqXwx7" +
      "ZswQ9mzchag85gDgQRF84/XGvqx6AmQF1I4hrdTY1L+kIK6GNnWATTdgl9oVSoISDzOuesa2RE1sAA52sHQZtMVLvItkR3QecSueomVc13+6gT" +
      "mZhddeFMN1lMsUZtuA60xZak/lXbNcXmjSMjvQLcvywllo9du0BnuDu8mnUoT5iLExVzmGTEIRuSd5bupOElggJ6VYw5F1Sink9wpubnePc540" +
      "U/ZgiYWVPrfNPL2EJbCYLc6NxrSM8nsXmgaAYNakEQ8ASPZh0qHK3rYPExdlZSZILukNklwn8F4jsjJlu2sFe9GNeayuM3rR6p7aSc9VIvryB4" +
      "6PkbzAjYtcPSSHOFYaJ50tmMJQLewqxDJeIleZK825XFQ+gyl+7DvSOhOGR9ieZPgXhaL3LKPWT3quGRsiIvN12SX5lXa3LthZzmoSq2Pua7dd" +
      "VbzKuTw+57RHuv7C0RSyzAUAqYrwq4cpnvPEj+uJNwuBH/UyRAkXBLJeGXQiLsPQnJSReSnxQF4lb4zxXr816w+aR6xenGRIeqkkqr1Jm1mfW1" +
      "wl+OGq6Qa7BWkQWhoY61TBD9reD0ZYmIBhgxjO8/Fbj9pP8uZ1jt5jHZ+A2UWYrqrr1IxYxbJfC58c22dtow17ivysZLSQnnGNU7ppU4XDlBOC" +
      "IWs7eADRJH2CP+JeYmRm5rpjR7HJDogiDbW7pFy3Y0uhDI1HQwVeUzukLqQU5Y21Tg2Ns5+8vuewN7C5igdRzi+m36vO1/uzr/oFveHmvCHZLF" +
      "zKz131ZsLxmTOoVqxUbXeFJMvsFIvl3OienUqv43tdU1EpahGgIa8SDuFi31kgJq9u6QycYLLlTsVOAbx5jtGS2eys1+2ys5LMa5ilJHQzsNaI" +
      "ZGFxcR47V0TUnv1az5MKDAIizBwj9oSDP4Bel/oj1rWHntp21UNuExEKWFp0v9f4919HHO3mJcfoUB90+NhdCXtKl2Ztpy7xLtafZXuBpg3StB" +
      "r+wtDtOkGUlmnix7WblOk7zsVUveKUYrU8rkzWQKDqng/zHx/QmKP9l35ne+aJIove5KAw==",
  },
  {
    name: "lossless of few colours",
    command: "cwebp -lossless",
    pixels: "9383ed68e0ad17ca",
    base64:
      "UklGRnIAAABXRUJQVlA4TGYAAAAvNAAJABcgkE12zfw90hALJlrz/6JKIJvs/hKZNv/xFwlYRbadJin4qgQ8JQnxUwmsMwz/Ef1H0LZtvO0Ach" +
      "a/KOSdaW0UYHMAn8UCXBYAp6kDwFevkeUJKuJq5+rq3VwB7r8q5BU=",
  },
  {
    name: "nearly lossless",
    command: "cwebp -near_lossless 20",
    pixels: "2493c6dfb7f425d3",
    base64:
      "UklGRmwGAABXRUJQVlA4TF8GAAAvNAAJAAlFbRsxHc+WP+MbECL6n53uN1mQCUPs1D+pDoRQFElq1BKQgH9t5M6Tx4D3fwJgAjQNAbfgKxJsAz" +
      "8gSENB2zZMw592z8YgIiZAj+CgHmt73TZ6J8EIzGV3WYJLUAkuQaWmBJegElLCPeEP7GiGeD+khTcOMLCNEB+01ralPIvknqRzkYQEJCChEpBQ" +
      "CUhAAnL6c26/4TaBVmvTo+YJOyxD35ZepawEJEQKEiIBCUhAAhL2Zwrlow9hgHAoyTYdsZeTk3VfuPkHKNo/OWuG5ucI6+iwR6BLnnV0mCN8R6" +
      "AX1/0e4XPgGEji4uLzzBFWpenkDr0qpwHAOEooA3xxqGjUKZo6izuFzgbE026ER2F7VXWAWNxLOhmB6qFm27Yse0dA+xuJLvEZAHlGwCG+A+BE" +
      "fRLuEN26DuDkdwTkdzmOuAIFDJECyVEpkiAdpInEKEFAzsgR2SMbVEACMntEFqglskJ2iCGOuiKCKNJGekiKypACuX1B8jGRzh9EUAgxZIeskY" +
      "BaIPM/j8jSkU1UABKYwOtQVaGD9N4FqkIfY1RJEMgJFzSiXFXakWrJGd9bRpBQq5WlGT8kiKI0ozFU7eyEDVMIX3Zwl8NNlFTtwr5MDsLN29lI" +
      "JAqlzTZNMBCfdFRLMlXdrJhSy3x+4DQbGd2hFjUNbjIRdO/EaGbGeWvYL8nnLoJ6FNeyNpd3aV7WacM7rUGF99Dah23cZEMxwy4OUUTBGQZL81" +
      "eXtRJa0o2nIrWgHSfwIKEFzWUp13c+7JONVVrVNKt7KChlNxJ52ZBcoXmWEo4NB3kSgPbtRi5z+bBPFmZ2poJKqZW25qYRHVmbxNo8I9M6uAIS" +
      "QvtlLh/2sag7qFDiJPM1i3bGqjyLJPHQJXCpK/DUej9/Xo9hdms76ULV0SLQLO2mHq0LhsjqeSPAgLFzXUPS83n6uh4DSKQFCqXMqs2bc7TkZ6" +
      "em+UnF6CCaF0irILlQmho60hnc2MnMaqA83W3Vx7eX46CfpaU+Qvt5ml6PD1CFG0WTDWrmFL5Si2aSJhj9XILwDcdx6JCYDuB1n3AnbDTQBOZa" +
      "Hm8kCgbzKf8kLBh5pkUBzFF/j8S7O9jkE+3jr71PlFyoNnSJwCEFGGZ/selwMHyE64jWpM05Zn3Cwoa6iN8HXtYlLWDtyhhMcIo2UnfGbR82Ip" +
      "DB+o+E/iRWrxUbNeWDcIVLtBNo8a5/Et7z0garZGGClXDAGCM62jpEDy0RfptNavRMjC5poRR/27GexoBT5HTXjS97K+AjwcJjxfyECUFkYwyw" +
      "IfiPKNaUWddl9Gkb5PwVdsssWo/k08QKcmyDB0alAi4nV7LKRYanQOiPAQX60BQ79Q/w9fusF4D/SMr1rvZ18U/baAzgl/PdkXycksZOfL1wYf" +
      "iP1G4iVd2xsLtlcN3GgZafJZ2P5DpBWWNrJ5axAPuYXBpOQ+YFZP3auA6n6yUpbk+ZqA2YkwzfoFSLccN5Ka+vU9xYfk6QAkmchROdY4mJHliQ" +
      "KgQFqkBZU3p3Psmgl+FhephHPbqZTWBetUuVzivXNSELxuB51yeMyimznNR87weHJXropeBg7SpJDDx9AOs6TLxVukZpiaumtN2/BIzVw1rK9P" +
      "s9geQ6P3yCVkgbwF6dTwp6jHL9kmIOIJyBG0JWj7wIX3jT2EeZ1cY1ko/J/TpuwDoG6dOYaF5nMELFZBMW6FXxF9qpSYRlT84rtMJhSPiSfQNL" +
      "iz7BcV6KCj6VZuaOk+KGheJm9u07QYEbXU6W//sJK1QX9pIwAO60YcpATjzieM6RQg94ECeWL1waiThdNG/2E0ckF8kNL0IpWkBKl3BhG3odr0" +
      "zYt+SLRwhFOjzkwHozXKMonCR5qKgcRyd5FsL2M7KcbLsB1NQHaapp972qIjAa3r3NVCvRCwx4KAUla9A7EVtKxAEMH94oK3wXuRy2hdL188Jd" +
      "x43iZKpj1FcfD0oIh6itgkkRA70PTBsdC/V17VnFzv5FaWbqL8p7KFKr/ZS2qYVtDA3KswDctZnaoXSICApKkgxrEEa45uBLqSSgq8Uq6sIVHP" +
      "7h9PsJLoDDAWIHhxgDt39BBP8RNDBEj8IQd6g9B4KSRP4fdunbTyXoY3BKHBzOcP0dyX/s75bqINtuDRLF8t36LVoYpvrRp7oDpo3r2JH/B2s1" +
      "LQA=",
  },
  {
    name: "animated, of which the first frame is taken",
    command: "img2webp",
    pixels: "9383ed68e0ad17ca",
    base64:
      "UklGRjQDAABXRUJQVlA4WAoAAAACAAAANAAAJAAAQU5JTQYAAAD/////AABBTk1GfgAAAAAAAAAAADQAACQAAGQAAAJWUDhMZgAAAC80AAkAFy" +
      "CQTXbN/D3SEAsmWvP/okogm+z+Epk2//EXCVhFtp0mKfiqBDwlCfFTCawzDP8R/UfQtm287QByFr8o5J1pbRRgcwCfxQJcFgCnqQPAV6+R5Qkq" +
      "4mrn6urdXAHuvyrkFUFOTUaCAgAAAAAAAAAANAAAJAAAZAAAAFZQOCBqAgAA1A4AnQEqNQAlAD6RPJpJAoFV1QABIJbACdMoRy16N+UHsCUj+r" +
      "/fbaESUwuPFAzQD3W70x+wHsAfqB6ZPsYftQTQ//R+Sz5438ByaNcfIRjk8rFLHZo3XmoON01iWXqx1kkcf8QlZcQNVFOavUV/wTpKdQ4mK7sC" +
      "Fg5qy7MPwAD+/R9OZbK3Q+trEK2L0zKXdf/cr3r76PlrC09tyXnUb/FwGW4ffftdKadSihUmhwobjleKcMBn2qEhhRwFRiTqX8nXdTJt4+VYlQ" +
      "J+fBvzcj4tEbh9XwhZAyV/tg1wwp2mm3Hkee9l+52pq5SAwNIavv7zr1C/m+TpLyPTSrN3ND8+zkN07ZdM3tlVCGyexODy/qm50HO543NMrYBc" +
      "aBHB/jaD+GwzvRElitV6vbcsOKyWxwwA2kdVetm8/hO5dAeufn9GUIxV7EN30ufy64T3k0hTFH2CALmjvms7ImtNCiVGu11lcOgj7bfw2cXcRO" +
      "iP+W6O0NAd+CDhKN+wNLHP/4v+g3brepqfDP6G0HRaSMfjl9h20/rVeS32KVFhJWJ4SmKclPslv9uuHnk4aIaUyyI+XxYRWBh5Fz/5Urn8vZx9" +
      "wW/+7jsFdnj81nuL7xihk0/5BG1568BmNNZAPV44fdZm+O2A3I6XnUFpJLleRdP7SEx/OO2Fme4sG7wHfa8OlzMzo74Gf0uQI8//lytxOqjz8d" +
      "b/vziRMfODI+cPo5TZM+dFXqef6F5u+zyqICZ3UE9/dIdVI9SzJ1/3/w1//oPegOOTZnr5El5PT5/2EczqaH9tGCkmEcNGjL+6W/meSf/1oeBU" +
      "aAAA",
  },
];
